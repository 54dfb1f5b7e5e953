package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A contender that is ready for a workload.
 *
 * @param form of its output
 */
public record Runner(OutputForm form, Run run) {

    /** Runs the workload once. */
    public interface Run {
        /**
         * Runs it.
         *
         * @param output path of the output, which does not exist yet
         * @throws MeasurementException if the run failed; the message is for people
         */
        Figures to(Path output) throws IOException, InterruptedException, MeasurementException;
    }

    /** Writes the files that Hadoop writes. */
    public static Runner ofHadoop(Run run) {
        return new Runner(OutputForm.HADOOP_FILES, run);
    }

    Runner writing(OutputForm other) {
        return new Runner(other, run);
    }
}
