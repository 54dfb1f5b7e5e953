package io.millrace.collective.algorithm;

import java.io.DataInput;
import java.io.IOException;

/**
 * Reads a value from a message.
 *
 * @param <T> the value
 */
@FunctionalInterface
public interface Reading<T> {

    /** Reads a message from its first byte; does not keep {@code in}. */
    T read(DataInput in) throws IOException;
}
