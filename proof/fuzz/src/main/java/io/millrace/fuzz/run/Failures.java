package io.millrace.fuzz.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.log4j.spi.ThrowableInformation;
import org.jspecify.annotations.Nullable;

/**
 * Failures of jobs of Hadoop's local runner. The runner reports them only in its log, with the
 * job's id and the exception. Thread-safe.
 */
final class Failures extends AppenderSkeleton {

    private static final Failures ALL = new Failures();

    private final Map<String, Throwable> byJob = new ConcurrentHashMap<>();

    /** Silences the log of this process, except for these reports. */
    static void listen() {
        Logger.getRootLogger().setLevel(Level.OFF);
        Logger runner = Logger.getLogger(LocalJobRunner.class);
        runner.setLevel(Level.WARN);
        runner.setAdditivity(false);
        runner.addAppender(ALL);
    }

    /** The root cause of a job's failure, in one line; empty if unknown. */
    static String of(String job) {
        Throwable failure = ALL.byJob.remove(job);
        return failure == null ? "" : first(failure);
    }

    /** The root cause of a failure, in one line. */
    static String first(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString();
    }

    @Override
    protected void append(LoggingEvent event) {
        @Nullable ThrowableInformation thrown = event.getThrowableInformation();
        if (thrown != null && thrown.getThrowable() != null) {
            byJob.put(event.getRenderedMessage(), thrown.getThrowable());
        }
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
        return false;
    }
}
