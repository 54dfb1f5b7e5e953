package io.millrace.cluster.gang;

import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;

/**
 * The job of a gang has failed, so that another attempt of its driver would fail as well. Hadoop's
 * tasks tell the application master that the job has failed, instead of the attempt, only if a
 * quota was exceeded; hence the superclass.
 */
final class GangFailedException extends ClusterStorageCapacityExceededException {

    private static final long serialVersionUID = 1;

    GangFailedException(String message) {
        super(message);
    }
}
