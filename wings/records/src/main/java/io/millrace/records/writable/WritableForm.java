package io.millrace.records.writable;

import io.millrace.records.binary.BigEndian;
import io.millrace.records.binary.MalformedException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.io.WritableUtils;

/** The forms in which a Writable writes a field. */
public enum WritableForm {
    /** {@code writeBoolean}, {@code BooleanWritable}: {@code getBoolean}. */
    BOOLEAN(1),
    /** {@code writeByte}, {@code ByteWritable}: {@code getInt}, {@code getLong}. */
    BYTE(1),
    /** {@code writeShort}, {@code ShortWritable}: {@code getInt}, {@code getLong}. */
    SHORT(Short.BYTES),
    /** {@code writeInt}, {@code IntWritable}: {@code getInt}, {@code getLong}. */
    INT(Integer.BYTES),
    /** {@code writeLong}, {@code LongWritable}: {@code getLong}. */
    LONG(Long.BYTES),
    /** {@code writeFloat}, {@code FloatWritable}: {@code getDouble}. */
    FLOAT(Float.BYTES),
    /** {@code writeDouble}, {@code DoubleWritable}: {@code getDouble}. */
    DOUBLE(Double.BYTES),
    /** {@code WritableUtils.writeVInt}, {@code VIntWritable}: {@code getInt}, {@code getLong}. */
    VINT(0),
    /** {@code WritableUtils.writeVLong}, {@code VLongWritable}: {@code getLong}. */
    VLONG(0),
    /** {@code Text}: {@code getText}. */
    TEXT(0),
    /** {@code writeUTF}: {@code getText}, whose bytes are Java's modified UTF-8. */
    UTF(0),
    /** {@code BytesWritable}, {@code WritableUtils.writeString}: {@code getText}. */
    BYTES(0);

    /** Number of bytes; 0 if it depends on the value. */
    private final int size;

    WritableForm(int size) {
        this.size = size;
    }

    /** The form that a layout calls {@code name}. */
    static Optional<WritableForm> of(String name) {
        return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
    }

    /** All names, for messages. */
    static String names() {
        return Arrays.stream(values())
                .map(WritableForm::toString)
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The index of a value's own bytes: after its length, if it has one before it.
     *
     * @param limit the index after the last byte of the record
     */
    int start(byte[] bytes, int at, int limit) throws MalformedException {
        return switch (this) {
            case TEXT -> skip(at, numberBytes(bytes, at, limit), limit);
            case UTF -> skip(at, Short.BYTES, limit);
            case BYTES -> skip(at, Integer.BYTES, limit);
            default -> at;
        };
    }

    /** The index after a value whose own bytes are at {@code start}. */
    int end(byte[] bytes, int at, int start, int limit) throws MalformedException {
        return skip(
                start,
                switch (this) {
                    case TEXT -> number(bytes, at);
                    case UTF -> Short.toUnsignedInt(BigEndian.shortAt(bytes, at));
                    case BYTES -> BigEndian.intAt(bytes, at);
                    case VINT, VLONG -> numberBytes(bytes, at, limit);
                    default -> size;
                },
                limit);
    }

    private static int skip(int at, long length, int limit) throws MalformedException {
        if (length < 0 || length > limit - at) {
            throw new MalformedException(
                    "A length of %d does not fit into the %d bytes that are left."
                            .formatted(length, limit - at));
        }
        return at + (int) length;
    }

    private static int numberBytes(byte[] bytes, int at, int limit) throws MalformedException {
        if (at >= limit) {
            throw new MalformedException("The bytes end before a number.");
        }
        return WritableUtils.decodeVIntSize(bytes[at]);
    }

    /** The number of variable length at an index. {@link #end} must have found its end. */
    static long number(byte[] bytes, int at) {
        byte first = bytes[at];
        int size = WritableUtils.decodeVIntSize(first);
        if (size == 1) {
            return first;
        }
        long value = 0;
        for (int i = 1; i < size; i++) {
            value = value << Byte.SIZE | (bytes[at + i] & 0xff);
        }
        return WritableUtils.isNegativeVInt(first) ? ~value : value;
    }
}
