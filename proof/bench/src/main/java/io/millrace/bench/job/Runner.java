package io.millrace.bench.job;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Figures;
import java.io.IOException;
import java.nio.file.Path;

/** A contender that is ready for a workload. */
public interface Runner {

    /**
     * Runs the workload once.
     *
     * @param output path of the output, which does not exist yet
     * @throws BenchException if the run failed; the message is for people
     */
    Figures run(Path output) throws IOException, InterruptedException, BenchException;

    /** Form of the output. */
    default OutputForm form() {
        return OutputForm.HADOOP_FILES;
    }
}
