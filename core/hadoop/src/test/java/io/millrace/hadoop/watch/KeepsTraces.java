package io.millrace.hadoop.watch;

import io.millrace.engine.trace.Trace;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapreduce.Job;

/** Keeps what ended jobs that ask for it are seen by, until it is fetched. */
public final class KeepsTraces implements JobObserver {

    /** A key of jobs. */
    public static final String KEY = "test.trace";

    private static final Map<String, Kept> KEPT = new ConcurrentHashMap<>();

    /**
     * What is kept.
     *
     * @param advice what would make the job faster, by its run; empty for nothing
     * @param planAdvice the same by its plan
     */
    public record Kept(Trace trace, String advice, String planAdvice) {}

    @Override
    public void ended(WatchedJob job) {
        if (job.conf().getBoolean(KEY, false)) {
            KEPT.put(job.id().toString(), new Kept(job.trace(), Advice.on(job), job.planAdvice()));
        }
    }

    public static Kept of(Job job) {
        return KEPT.remove(job.getJobID().toString());
    }
}
