package io.millrace.bench.job;

import java.io.IOException;
import java.nio.file.Path;

/** A contender that is ready for a workload. */
public interface Runner {

    /**
     * Runs the workload once.
     *
     * @param output where the output is to be afterwards; it is not there yet
     * @throws BenchException if the run failed; the message is for people
     */
    Figures run(Path output) throws IOException, InterruptedException, BenchException;

    /** What the output looks like. */
    default OutputForm form() {
        return OutputForm.HADOOP_FILES;
    }
}
