package io.millrace.collective.algorithm;

import java.io.DataInput;
import java.io.IOException;

/**
 * Makes something of a message.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface Reading<T> {

    /** Reads a message from its first byte on; keeps nothing of {@code in}. */
    T read(DataInput in) throws IOException;
}
