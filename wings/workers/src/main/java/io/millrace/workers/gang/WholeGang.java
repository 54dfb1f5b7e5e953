package io.millrace.workers.gang;

import java.util.Map;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The settings of a job whose map tasks must all run at once. */
public final class WholeGang {

    /** For how long the job waits for all of its containers. */
    static final String SECONDS = "io.millrace.gang.allocation.seconds";

    /** The advice to a user if the cluster has no room. */
    static final String ADVICE = "io.millrace.gang.allocation.advice";

    /** By its name, because a client may lack the classes of application masters. */
    static final String ALLOCATION = "io.millrace.workers.gang.GangAllocation";

    private WholeGang() {}

    /**
     * Settings that make an application master keep containers for all map tasks or for none. The
     * job must have no reduce tasks, because one of the settings concerns them, and no speculative
     * map tasks.
     *
     * @param seconds after which the job fails without them
     * @param advice what a user can do then
     */
    public static Map<String, String> settings(int seconds, String advice) {
        return Map.of(
                MRJobConfig.MR_AM_JOB_SPECULATOR,
                ALLOCATION,
                // A master starts the speculator only if some tasks may have a second attempt.
                MRJobConfig.REDUCE_SPECULATIVE,
                "true",
                SECONDS,
                Integer.toString(seconds),
                ADVICE,
                advice);
    }
}
