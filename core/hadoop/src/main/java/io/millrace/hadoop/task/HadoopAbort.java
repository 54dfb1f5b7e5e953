package io.millrace.hadoop.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.jspecify.annotations.Nullable;

/** Aborts the output of a task of Hadoop's, if it was set up. */
final class HadoopAbort {

    private HadoopAbort() {}

    static void abort(@Nullable OutputCommitter committer, @Nullable TaskAttemptContext context) {
        if (committer == null || context == null) {
            return;
        }
        try {
            committer.abortTask(context);
        } catch (IOException e) {
            throw new UncheckedIOException("the output committer could not abort", e);
        }
    }
}
