package io.millrace.hadoop.fork;

import io.millrace.engine.trace.Trace;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapreduce.Job;

/** Keeps the traces of ended jobs that ask for it, until they are fetched. */
public final class KeepsTraces implements JobObserver {

    /** A key of jobs. */
    static final String KEY = "test.trace";

    private static final Map<String, Trace> TRACES = new ConcurrentHashMap<>();

    @Override
    public void ended(WatchedJob job) {
        if (job.conf().getBoolean(KEY, false)) {
            TRACES.put(job.id().toString(), job.trace());
        }
    }

    static Trace of(Job job) {
        return TRACES.remove(job.getJobID().toString());
    }
}
