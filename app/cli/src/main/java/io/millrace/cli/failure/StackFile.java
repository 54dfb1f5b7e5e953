package io.millrace.cli.failure;

import io.millrace.engine.redact.Secrets;
import io.millrace.engine.task.Excerpt;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.watch.JobFailure;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code failures.txt} with the stacks of a job's failed attempts, beside the logs of its
 * tasks. It is as long as what a job keeps of its failures, and deleted with these logs.
 */
final class StackFile {

    private static final String NAME = "failures.txt";

    private static final int LONGEST = 256 * 1024;

    private StackFile() {}

    /**
     * Writes the file.
     *
     * @return where it is, or why there is none, in one line for people
     */
    static String of(WatchedJob job, @Nullable JobFailure failure, List<LostAttempt> failed) {
        return write(
                "all stacks: ",
                new JobConf(job.conf()),
                job.id().toString(),
                text(job, failure, failed));
    }

    /**
     * Writes the stack of a program that failed outside of its jobs, of which the file has a
     * quarter of a million characters.
     *
     * @return as {@link #of}
     */
    static String ofProgram(String stack) {
        String name =
                "job_none_%x_%d"
                        .formatted(System.currentTimeMillis(), ProcessHandle.current().pid());
        return write("whole stack: ", new JobConf(), name, Excerpt.of(stack, LONGEST));
    }

    private static String write(String label, JobConf conf, String directory, String text) {
        try {
            Path file = TaskLogs.of(conf, directory).file(NAME);
            Files.writeString(file, Secrets.redact(text));
            return label + file;
        } catch (IOException e) {
            return "the stacks could not be kept: " + e.getMessage();
        }
    }

    private static String text(
            WatchedJob job, @Nullable JobFailure failure, List<LostAttempt> failed) {
        StringBuilder text = new StringBuilder();
        text.append(job.id()).append(' ').append(job.state()).append(": ").append(job.why());
        text.append("\n\n");
        for (LostAttempt attempt : failed) {
            text.append(attempt.attempt()).append('\n').append(attempt.why()).append('\n');
        }
        if (failure != null && failed.isEmpty()) {
            text.append(failure.place()).append('\n').append(failure.stack());
        }
        return text.toString();
    }
}
