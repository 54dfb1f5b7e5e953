package io.millrace.engine.job.schedule;

import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.job.attempt.RetryPolicy;
import io.millrace.engine.task.TaskKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The terms of a job definition, read once and checked before anything starts.
 *
 * @param exitTimeout cut to {@link #LONGEST_EXIT}
 */
public record JobTerms(
        String name,
        TaskTerms maps,
        TaskTerms reduces,
        JobListener listener,
        List<Path> spillDirectories,
        Duration exitTimeout) {

    private static final Duration LONGEST_EXIT = Duration.ofDays(365);
    private static final Pattern FILE_NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");

    /** The terms of the tasks of one kind. */
    public record TaskTerms(int count, RetryPolicy policy) {}

    public JobTerms {
        spillDirectories = List.copyOf(spillDirectories);
        exitTimeout = exitTimeout.compareTo(LONGEST_EXIT) > 0 ? LONGEST_EXIT : exitTimeout;
        if (!FILE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a job's name must be a valid file name of 1 to 200 characters, got \""
                            + name
                            + "\"");
        }
        if (maps.count < 0 || reduces.count < 0) {
            throw new IllegalArgumentException(
                    "job "
                            + name
                            + " must have 0 or more tasks of each kind, got "
                            + maps.count
                            + " map and "
                            + reduces.count
                            + " reduce tasks");
        }
        if (reduces.count > 0 && spillDirectories.isEmpty()) {
            throw new IllegalArgumentException(
                    "job " + name + " must name at least one spill directory");
        }
    }

    TaskTerms tasks(TaskKind kind) {
        return kind == TaskKind.MAP ? maps : reduces;
    }
}
