package io.millrace.ui.job;

import java.nio.file.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * A program whose main returns once its held job has ended. Arguments: a directory, the port of the
 * live page, the file for its token.
 */
public final class ShownProgram {

    private ShownProgram() {}

    public static void main(String[] arguments) throws Exception {
        Job job = new ReportedJobs(Path.of(arguments[0])).heldWordCount("in its own process");
        job.getConfiguration().set("millrace.ui.port", arguments[1]);
        job.getConfiguration().set("millrace.ui.token.file", arguments[2]);
        if (!job.waitForCompletion(false)) {
            throw new IllegalStateException(job.getStatus().getFailureInfo());
        }
    }
}
