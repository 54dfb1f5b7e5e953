package io.millrace.collective.loop;

import io.millrace.collective.gang.LoopCounter;
import io.millrace.collective.gang.LoopTerms;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs in the client how far a loop on a cluster is, once a second at most: the progress of its map
 * tasks, which Hadoop's clients show, says nothing of iterations. Used by the thread that waits for
 * the loop's job.
 */
final class ClusterProgress implements LoopJobs.Look {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterProgress.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int most;
    private long last = System.nanoTime();
    private long shown;

    /** For a loop with this configuration. */
    ClusterProgress(Configuration loop) {
        this.most = loop.getInt(LoopTerms.ITERATIONS, 0);
    }

    @Override
    public void at(Job job) throws IOException {
        boolean ended = job.isComplete();
        if (!ended && System.nanoTime() - last < PAUSE_NANOS) {
            return;
        }
        last = System.nanoTime();
        Counters counters = job.getCounters();
        long done = counters == null ? 0 : counters.findCounter(LoopCounter.ITERATIONS).getValue();
        if (done > shown) {
            shown = done;
            LOG.info("{}: iteration {} of at most {}", job.getJobID(), done, most);
        }
    }
}
