package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.engine.config.ByteSize;
import io.millrace.workloads.Workload;
import java.util.ArrayList;
import java.util.List;

/** Reads what stands on a command line. */
final class Arguments {

    private Arguments() {}

    /** The bytes of a size such as 64MB. */
    static long bytes(String size) throws WrongUseException {
        try {
            return ByteSize.parse(size);
        } catch (NumberFormatException e) {
            throw new WrongUseException(
                    "--size is " + size + ", which is not a valid size; try 64MB or 1GB");
        }
    }

    /** All of several sizes. */
    static List<Long> bytes(List<String> sizes) throws WrongUseException {
        List<Long> bytes = new ArrayList<>();
        for (String size : sizes) {
            bytes.add(bytes(size));
        }
        return bytes;
    }

    /** The workload of a name. */
    static Workload workload(String name) throws WrongUseException {
        return Workload.named(name)
                .orElseThrow(() ->
                        new WrongUseException(
                                "there is no workload "
                                        + name
                                        + "; ./millrace workload lists them"));
    }

    /** All of several workloads. */
    static List<Workload> workloads(List<String> names) throws WrongUseException {
        List<Workload> workloads = new ArrayList<>();
        for (String name : names) {
            workloads.add(workload(name));
        }
        return workloads;
    }

    /** The number of an option that counts something. */
    static int atLeastOne(String option, int number) throws WrongUseException {
        if (number < 1) {
            throw new WrongUseException(option + " is " + number + "; it takes at least 1");
        }
        return number;
    }
}
