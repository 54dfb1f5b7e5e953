package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;

/** Reads the name of a workload. */
final class WorkloadName {

    private WorkloadName() {}

    static Workload workload(String name) throws BenchException {
        return Workload.named(name)
                .orElseThrow(() ->
                        new BenchException(
                                "there is no workload "
                                        + name
                                        + "; ./millrace workload lists them"));
    }
}
