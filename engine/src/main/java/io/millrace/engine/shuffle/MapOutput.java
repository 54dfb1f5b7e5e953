package io.millrace.engine.shuffle;

import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.OutputStatistics;
import java.io.IOException;

/**
 * What one map attempt writes. The attempt's thread writes to {@link #sink}, then calls {@link
 * #finish} and {@link #publish}; on any failure {@link #close} instead.
 */
public interface MapOutput extends AutoCloseable {

    RecordSink sink();

    /** Seals what was written: combined, sorted as far as the shuffle wants it, nothing pending. */
    void finish() throws IOException, InterruptedException;

    /**
     * Moves what {@link #finish} sealed to files and hands them over, for {@link Shuffle#publish}
     * in another process.
     */
    SealedOutput seal() throws IOException, InterruptedException;

    /** Makes the sealed output visible to reduce attempts, all at once. */
    void publish();

    /**
     * Gives back everything that was not published. May be called twice, and after {@link
     * #publish}.
     */
    @Override
    void close();

    /**
     * Gives back what the attempt's thread cannot touch any more, for an attempt whose thread does
     * not stop. The rest stays with that thread, which calls {@link #close} should it ever return:
     * memory that it may still write to must not become another's. May be called from any thread.
     */
    void abandon();

    /** How much was sealed; valid after {@link #finish}. */
    OutputStatistics statistics();

    /** Records written to disk so far, each time that they were. */
    long spilledRecords();
}
