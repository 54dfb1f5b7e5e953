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
 * Why jobs of Hadoop's local runner failed. It tells so in its log only: the job's id, and what was
 * thrown. Thread-safe.
 */
final class Failures extends AppenderSkeleton {

    private static final Failures ALL = new Failures();

    private final Map<String, Throwable> byJob = new ConcurrentHashMap<>();

    /** Silences the log of this process, but for what is to be heard. */
    static void listen() {
        Logger.getRootLogger().setLevel(Level.OFF);
        Logger runner = Logger.getLogger(LocalJobRunner.class);
        runner.setLevel(Level.WARN);
        runner.setAdditivity(false);
        runner.addAppender(ALL);
    }

    /** What made a job fail: its first cause, in a line; empty if that is not known. */
    static String of(String job) {
        Throwable failure = ALL.byJob.remove(job);
        return failure == null ? "" : first(failure);
    }

    /** The first cause of a failure, in a line. */
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
