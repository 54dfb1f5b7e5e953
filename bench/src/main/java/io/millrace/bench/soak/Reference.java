package io.millrace.bench.soak;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.OutputForm;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The right result of a job, from a run in one process.
 *
 * @param counters those that count records
 * @param workerSeconds from the start of the first worker to the end of the job, if nothing happens
 */
record Reference(
        SoakJob job, OutputDirectory output, Map<String, Long> counters, double workerSeconds) {

    /** Name of the directory with its output. */
    static final String OUTPUT = "reference";

    private static final List<String> COUNTERS =
            List.of(
                    "Map input records",
                    "Map output records",
                    "Reduce input groups",
                    "Reduce input records",
                    "Reduce output records");

    static Reference of(SoakJob job, double workerSeconds) throws IOException {
        return new Reference(job, output(job, OUTPUT), counters(job, OUTPUT), workerSeconds);
    }

    private static OutputDirectory output(SoakJob job, String name) {
        return new OutputDirectory(job.directory().resolve(name), OutputForm.HADOOP_FILES);
    }

    /** A combiner may run more often after a spill, so only records after it differ. */
    private static Map<String, Long> counters(SoakJob job, String name) throws IOException {
        return JobReports.taskCounters(job.reports(name), COUNTERS);
    }

    /** Compares the output and the counters of another run. */
    void require(SoakJob other, String name) throws IOException, BenchException {
        output(other, name).requireSameAs(output, name, job.workload().likeness());
        Map<String, Long> counted = counters(other, name);
        if (!counted.equals(counters)) {
            throw new BenchException(
                    name + " counted " + counted + ", and the reference " + counters);
        }
    }
}
