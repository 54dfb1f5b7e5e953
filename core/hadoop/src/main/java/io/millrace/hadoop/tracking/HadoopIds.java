package io.millrace.hadoop.tracking;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.jspecify.annotations.Nullable;

/** Converts the engine's ids of tasks and attempts to Hadoop's, and back. */
public final class HadoopIds {

    private HadoopIds() {}

    /** {@code attempt_<job>_m_000003_0}. */
    public static TaskAttemptID attempt(JobID job, AttemptId attempt) {
        return new TaskAttemptID(task(job, attempt.kind(), attempt.task()), attempt.attempt());
    }

    /** {@code task_<job>_m_000003}. */
    static TaskID task(JobID job, TaskKind kind, int index) {
        return new TaskID(job, type(kind), index);
    }

    /**
     * The engine's id, or null for an attempt at a task that is neither a map nor a reduce task.
     */
    public static @Nullable AttemptId engineAttempt(
            org.apache.hadoop.mapreduce.TaskAttemptID attempt) {
        TaskKind kind = kind(attempt.getTaskType());
        return kind == null
                ? null
                : new AttemptId(kind, attempt.getTaskID().getId(), attempt.getId());
    }

    /**
     * The engine's kind of task, or null for Hadoop's set-up and clean-up tasks, which Millrace
     * does not have.
     */
    static @Nullable TaskKind kind(TaskType type) {
        return switch (type) {
            case MAP -> TaskKind.MAP;
            case REDUCE -> TaskKind.REDUCE;
            default -> null;
        };
    }

    private static TaskType type(TaskKind kind) {
        return kind == TaskKind.MAP ? TaskType.MAP : TaskType.REDUCE;
    }
}
