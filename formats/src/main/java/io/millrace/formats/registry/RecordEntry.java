package io.millrace.formats.registry;

import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How keys and values of exactly one class are written and read where their bytes are, to the same
 * result as by their serialization. Looked up for classes that Hadoop's {@code
 * WritableSerialization} serializes.
 *
 * @param writer writes them; null if that is left to the class
 * @param reader reads them; null if that is left to the class
 */
public record RecordEntry<T>(
        Class<T> type, @Nullable FieldWriter<T> writer, @Nullable Reading<T> reader) {

    /**
     * How objects are made from bytes.
     *
     * @param maker makes one to fill
     */
    public record Reading<T>(Supplier<T> maker, FieldFiller<T> filler) {}

    /** Reads what it expects; {@code plain} reads all else. Null if the class reads itself. */
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
