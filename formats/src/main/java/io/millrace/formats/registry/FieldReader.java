package io.millrace.formats.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makes keys, or values, of one class from their bytes. */
public interface FieldReader<T> {

    /**
     * Reads one from {@code bytes[at, at + length)}.
     *
     * @param reuse what is given back, filled anew, if it is given and the serialization can
     */
    T read(byte[] bytes, int at, int length, @Nullable T reuse) throws IOException;
}
