package io.millrace.collective.gang;

import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * The output of one try at a map task. Finished, and possibly committed, after the mapper has
 * returned; always closed at the end, even after a commit.
 */
interface StepOutput extends AutoCloseable {

    /** Takes a record; the mapper may reuse both objects. */
    void write(Writable key, Writable value) throws IOException, InterruptedException;

    /** Completes the output; a failure fails the try. */
    default void finish() throws IOException, InterruptedException {}

    /** Releases everything that was not committed. */
    @Override
    default void close() {}
}
