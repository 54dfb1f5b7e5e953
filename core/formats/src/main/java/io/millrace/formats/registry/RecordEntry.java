package io.millrace.formats.registry;

import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How keys and values of exactly one class are written and read in place, with the same result as
 * by their serialization. Looked up for classes that Hadoop's {@code WritableSerialization}
 * serializes.
 *
 * @param writer writes them; null if the class writes them itself
 * @param reader reads them; null if the class reads them itself
 */
public record RecordEntry<T>(
        Class<T> type, @Nullable FieldWriter<T> writer, @Nullable Reading<T> reader) {

    /**
     * How objects are deserialized.
     *
     * @param maker creates an object to fill
     */
    public record Reading<T>(Supplier<T> maker, FieldFiller<T> filler) {}

    /**
     * Reads the bytes that it recognizes; {@code plain} reads all others. Null if the class reads
     * itself.
     */
    public @Nullable FieldReader<T> readerOr(FieldReader<T> plain) {
        Reading<T> known = reader;
        return known == null
                ? null
                : (bytes, at, length, reuse) ->
                        read(
                                known.filler(),
                                reuse == null ? known.maker().get() : reuse,
                                bytes,
                                at,
                                length,
                                plain);
    }

    private T read(
            FieldFiller<T> filler, T object, byte[] bytes, int at, int length, FieldReader<T> plain)
            throws IOException {
        return object.getClass() == type && filler.fill(object, bytes, at, length)
                ? object
                : plain.read(bytes, at, length, object);
    }
}
