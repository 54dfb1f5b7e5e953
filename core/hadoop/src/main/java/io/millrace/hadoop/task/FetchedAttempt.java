package io.millrace.hadoop.task;

import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * The id of a map attempt whose output Hadoop's local fetcher fetches. The fetcher keeps ids in a
 * {@code HashSet}, with hashes that depend on a random number of the job, so outputs of equal
 * length are merged in an arbitrary order. The hash of this class makes the set iterate in task
 * order.
 */
public final class FetchedAttempt extends TaskAttemptID {

    /** The attempt of that id. */
    public FetchedAttempt(TaskAttemptID id) {
        super(id.getTaskID(), id.getId());
    }

    @Override
    public int hashCode() {
        return getTaskID().getId();
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }
}
