package io.millrace.formats.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Deserializes keys, or values, of one class. */
public interface FieldReader<T> {

    /**
     * Reads a key or value from {@code bytes[at, at + length)}.
     *
     * @param reuse refilled and returned, if not null and the serialization supports that
     */
    T read(byte[] bytes, int at, int length, @Nullable T reuse) throws IOException;
}
