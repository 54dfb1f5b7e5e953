package io.millrace.formats.registry;

import io.millrace.engine.record.KeyOrder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/** A provider beside the built-in ones: a key of one byte, the warmest first. */
public final class Readings implements FormatProvider {

    @Override
    public List<RecordEntry<?>> records() {
        return List.of(
                new RecordEntry<>(
                        Celsius.class,
                        (value, out, stream) -> {
                            int at = out.reserve(1);
                            out.array()[at] = value.degrees;
                        },
                        new RecordEntry.Reading<>(
                                Celsius::new,
                                (object, bytes, at, length) -> {
                                    if (length != 1) {
                                        return false;
                                    }
                                    object.degrees = bytes[at];
                                    return true;
                                })));
    }

    @Override
    public List<OrderEntry> orders() {
        return List.of(new OrderEntry(Celsius.class, WarmestFirst.class, new ByPrefix()));
    }

    /** A temperature. */
    public static class Celsius implements WritableComparable<Celsius> {

        byte degrees;

        /** How often this was asked to write or read itself. */
        int called;

        public Celsius() {}

        public Celsius(int degrees) {
            this.degrees = (byte) degrees;
        }

        public int degrees() {
            return degrees;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            called++;
            out.writeByte(degrees);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            called++;
            degrees = in.readByte();
        }

        @Override
        public int compareTo(Celsius other) {
            return Byte.compare(other.degrees, degrees);
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Celsius other && other.degrees == degrees;
        }

        @Override
        public int hashCode() {
            return degrees;
        }
    }

    /** Compares temperatures as Hadoop does, by objects. */
    public static final class WarmestFirst extends WritableComparator {
        public WarmestFirst() {
            super(Celsius.class, true);
        }
    }

    private static final class ByPrefix implements KeyOrder {

        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            return Byte.compare(right[rightOffset], left[leftOffset]);
        }

        @Override
        public boolean prefixed() {
            return true;
        }

        @Override
        public long prefix(byte[] key, int offset, int length) {
            return (long) (Byte.MAX_VALUE - key[offset]) << 48;
        }

        @Override
        public boolean prefixDecides(long prefix) {
            return true;
        }

        @Override
        public boolean distinguishesBytes() {
            return true;
        }
    }
}
