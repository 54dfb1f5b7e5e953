package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.WrongUseException;

/** Reads the name of a workload. */
final class WorkloadName {

    private WorkloadName() {}

    static Workload workload(String name) throws WrongUseException {
        return Workload.named(name)
                .orElseThrow(() ->
                        new WrongUseException(
                                "there is no workload "
                                        + name
                                        + "; ./millrace workload lists them"));
    }
}
