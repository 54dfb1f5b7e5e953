package io.millrace.workers.pool;

import io.millrace.workers.config.WorkerKeys;
import io.millrace.workers.fork.RemoteJvm;
import org.apache.hadoop.conf.Configuration;

/**
 * The failures of its workers that a job survives.
 *
 * @param deaths how many may end unexpectedly
 * @param silenceSeconds how long each may give no sign of life
 */
record Tolerance(int deaths, int silenceSeconds) {

    static Tolerance of(Configuration job) {
        return new Tolerance(WorkerKeys.DEATHS.in(job::get), RemoteJvm.silenceSeconds(job));
    }
}
