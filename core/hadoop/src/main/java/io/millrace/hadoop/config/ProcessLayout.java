package io.millrace.hadoop.config;

import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;

/**
 * Which processes run a job's tasks. The only place that reads {@code millrace.workers}.
 *
 * @param workers number of processes that share the tasks; 1 if none do
 * @param isolation how far concurrent attempts share the job's classes
 */
public record ProcessLayout(int workers, TaskIsolation isolation) {

    /** Those that a job asks for. */
    public static ProcessLayout of(Settings job) {
        return new ProcessLayout(TaskKeys.WORKERS.in(job), TaskKeys.ISOLATION.in(job));
    }

    /** Whether several workers run the tasks. */
    public boolean several() {
        return workers > 1;
    }

    /** Whether tasks run in other processes than the job's. */
    public boolean elsewhere() {
        return several() || isolation == TaskIsolation.PROCESS;
    }

    /** The key that makes tasks run in other processes, with its value, for messages. */
    public String elsewhereBecause() {
        return several() ? TaskKeys.WORKERS + " is " + workers : TaskKeys.ISOLATION + " is process";
    }

    /** The choice of the number of workers. */
    public Choice<Integer> workersChoice() {
        return Choice.of(
                TaskKeys.WORKERS,
                workers,
                several()
                        ? "set by " + TaskKeys.WORKERS
                        : "default: the process of the job runs its tasks");
    }

    /**
     * Checks that the keys agree.
     *
     * @throws IllegalArgumentException if tasks would both share a process and have one each
     */
    public void check() {
        if (several() && isolation == TaskIsolation.PROCESS) {
            throw new IllegalArgumentException(
                    TaskKeys.WORKERS
                            + " is "
                            + workers
                            + ", so that several tasks share a process, and "
                            + TaskKeys.ISOLATION
                            + " is process, so that none do. Leave one of the two keys unset");
        }
    }
}
