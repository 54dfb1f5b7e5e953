package io.millrace.bench.soak;

import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.OutputForm;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The right result of a job, from a run in one process.
 *
 * @param counters those that are the same in each run
 * @param workerSeconds from the start of the first worker to the end of the job, if nothing happens
 */
record Reference(
        SoakJob job, OutputDirectory output, Map<String, Long> counters, double workerSeconds) {

    /** Name of the directory with its output. */
    static final String OUTPUT = "reference";

    static Reference of(SoakJob job, double workerSeconds) throws IOException {
        return new Reference(job, output(job, OUTPUT), counters(job, OUTPUT), workerSeconds);
    }

    private static OutputDirectory output(SoakJob job, String name) {
        return new OutputDirectory(job.directory().resolve(name), OutputForm.HADOOP_FILES);
    }

    private static Map<String, Long> counters(SoakJob job, String name) throws IOException {
        return JobReports.taskCounters(job.reports(name), job.program().counters());
    }

    /** Compares the output of a run elsewhere. */
    void requireOutput(Path directory) throws IOException, MeasurementException {
        new OutputDirectory(directory, OutputForm.HADOOP_FILES)
                .requireSameAs(output, "the gang", job.program().likeness());
    }

    /** Compares the counters that a client has printed, if it has lived for that. */
    void requireCounters(Path log) throws IOException, MeasurementException {
        Map<String, Long> printed = new TreeMap<>();
        for (String line : Files.readAllLines(log)) {
            String[] words = line.strip().split("=", -1);
            if (words.length == 2 && counters.containsKey(words[0])) {
                printed.merge(words[0], Long.valueOf(words[1]), Long::sum);
            }
        }
        if (!printed.isEmpty() && !printed.equals(counters)) {
            throw new MeasurementException(
                    "the gang counted " + printed + ", and the reference " + counters);
        }
    }

    /** Compares the output and the counters of another run. */
    void require(SoakJob other, String name) throws IOException, MeasurementException {
        output(other, name).requireSameAs(output, name, job.program().likeness());
        Map<String, Long> counted = counters(other, name);
        if (!counted.equals(counters)) {
            throw new MeasurementException(
                    name + " counted " + counted + ", and the reference " + counters);
        }
    }
}
