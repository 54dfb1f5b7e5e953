package io.millrace.hadoop.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.jspecify.annotations.Nullable;

/** Aborts what a stock task has set up, if it came so far. */
final class StockAbort {

    private StockAbort() {}

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
