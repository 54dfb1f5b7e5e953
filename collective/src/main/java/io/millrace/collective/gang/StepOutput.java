package io.millrace.collective.gang;

import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * What one try at a map task writes to. When the mapper has returned, it is finished and may be
 * committed; whatever happens, it is closed in the end, after a commit too.
 */
interface StepOutput extends AutoCloseable {

    /** Takes a record; the mapper may use both objects again. */
    void write(Writable key, Writable value) throws IOException, InterruptedException;

    /** Completes what was written; a failure is the try's. */
    default void finish() throws IOException, InterruptedException {}

    /** Gives back what was not committed. */
    @Override
    default void close() {}
}
