package io.millrace.bench.frame;

import io.millrace.engine.config.ByteSize;
import io.millrace.workloads.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The options that several commands have, each with its own default. */
public final class Options {

    private Options() {}

    /** The bytes of a size such as 64MB. */
    public static long bytes(String size) throws WrongUseException {
        try {
            return ByteSize.parse(size);
        } catch (NumberFormatException e) {
            throw new WrongUseException(
                    "--size is " + size + ", which is not a valid size; try 64MB or 1GB");
        }
    }

    /** All of several sizes. */
    public static List<Long> bytes(List<String> sizes) throws WrongUseException {
        List<Long> bytes = new ArrayList<>();
        for (String size : sizes) {
            bytes.add(bytes(size));
        }
        return bytes;
    }

    /** The number of an option that counts something. */
    public static int atLeastOne(String option, int number) throws WrongUseException {
        if (number < 1) {
            throw new WrongUseException(option + " is " + number + "; it takes at least 1");
        }
        return number;
    }

    /**
     * Values by their names, in the order of the names; all if there are none.
     *
     * @param complaint the beginning of the message about an unknown name
     */
    public static <T> List<T> chosen(
            List<String> names, List<T> all, Function<T, String> name, String complaint)
            throws WrongUseException {
        List<T> chosen = new ArrayList<>();
        for (String each : names) {
            chosen.add(
                    all.stream()
                            .filter(value -> name.apply(value).equals(each))
                            .findFirst()
                            .orElseThrow(() ->
                                    new WrongUseException(
                                            "%s %s; there are %s"
                                                    .formatted(
                                                            complaint,
                                                            each,
                                                            String.join(
                                                                    ", ",
                                                                    all.stream()
                                                                            .map(name)
                                                                            .toList())))));
        }
        return names.isEmpty() ? all : chosen;
    }

    /** Workloads by their names; all if there are none. */
    public static List<Workload> workloads(List<String> names) throws WrongUseException {
        return chosen(names, List.of(Workload.values()), Workload::word, "there is no workload");
    }

    /** How large the input is. */
    public static final class Size {

        @Option(
                names = "--size",
                paramLabel = "SIZE",
                description = "Approximate size of each input (default: ${DEFAULT-VALUE}).")
        private String text;

        public Size(String usual) {
            text = usual;
        }

        public long bytes() throws WrongUseException {
            return Options.bytes(text);
        }

        /** As the command line has it. */
        @Override
        public String toString() {
            return text;
        }
    }

    /** How often everything is run. */
    public static final class Runs {

        @Option(
                names = "--runs",
                paramLabel = "N",
                description = "Runs of each that count (default: ${DEFAULT-VALUE}).")
        private int runs;

        public Runs(int usual) {
            runs = usual;
        }

        public int count() throws WrongUseException {
            return atLeastOne("--runs", runs);
        }
    }

    /** The seed of the inputs. */
    public static final class Seed {

        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "Another seed gives other inputs (default: ${DEFAULT-VALUE}).")
        private long seed = 1;

        public long number() {
            return seed;
        }
    }

    /** How many reduce tasks a job has. */
    public static final class Reduces {

        @Option(
                names = "--reduces",
                paramLabel = "N",
                description = "Reduce tasks of each of Hadoop's jobs (default: ${DEFAULT-VALUE}).")
        private int reduces;

        public Reduces(int usual) {
            reduces = usual;
        }

        /** As many as this machine has cores, unless the command line says something else. */
        public static Reduces asManyAsCores() {
            return new Reduces(Runtime.getRuntime().availableProcessors());
        }

        public int count() throws WrongUseException {
            return atLeastOne("--reduces", reduces);
        }
    }
}
