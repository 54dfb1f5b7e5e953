package io.millrace.hadoop.task;

import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * A map attempt whose output Hadoop's local fetcher is to fetch. It takes them from a {@code
 * HashSet}, by hashes that come from a random number of the job, so that outputs of equal length
 * are merged in any order. The hash of this one leads a set to go by the order of tasks.
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
