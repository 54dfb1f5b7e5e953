package io.millrace.hadoop.scope;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that runs its job's code at times, and waits for its turn at others. Not thread-safe:
 * the monitor of {@link ProcessTurns} guards it.
 */
final class Entrant {

    /** The job of an attempt, as other jobs know it. */
    interface Job {

        /** Whether only one of them at a time may run. */
        boolean oneAtATime();

        /** Whether a task has submitted it, for which those that wait may wait themselves. */
        boolean nested();

        /** An attempt of any job in the process has changed that value of it, unannounced. */
        void changed(String value);
    }

    private final Job job;

    /** The attempt's own state of the process; null if it has none. */
    @Nullable OwnState own;

    /** How often it has entered the job's code; 0 while it is outside. */
    int times;

    /** Whether no attempt of another job may run beside it. */
    boolean exclusive;

    /** Whether it waits inside, before its first change. */
    boolean parked;

    /** Whether its jobs have ended, and it waits for its turn to see that. */
    boolean returns;

    /** The jobs that its code has submitted since it entered, and that have not ended. */
    int jobs;

    /** Counts how often it has left. */
    int visits;

    /** The threads that work for it beside its own, and must not wait for other attempts. */
    final Set<Thread> helpers = new HashSet<>();

    /** Whether this is the job's code that works for no task, which finds what it left. */
    final boolean ofJob;

    Entrant(Job job, boolean ofJob) {
        this.job = job;
        this.ofJob = ofJob;
    }

    Job job() {
        return job;
    }

    /** Whether it waits inside, and no thread works for it. */
    boolean stands() {
        return parked && helpers.isEmpty();
    }

    /** Whether it stands still until a job has ended that it has submitted. */
    boolean away() {
        return jobs > 0 || returns;
    }
}
