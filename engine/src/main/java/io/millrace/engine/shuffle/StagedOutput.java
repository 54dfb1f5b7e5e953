package io.millrace.engine.shuffle;

/**
 * The output of a map attempt elsewhere, while it is open whether the attempt counts. Its runs are
 * spilled when memory is needed. The holder publishes or closes it. Thread-safe.
 */
public interface StagedOutput extends AutoCloseable {

    /** Makes it visible to reduce attempts. */
    void publish();

    /** Gives back what was not published. May be called twice, and after {@link #publish}. */
    @Override
    void close();
}
