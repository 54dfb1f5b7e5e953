package io.millrace.collective.operation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Arrays of int, long, float or double as bytes, little-endian: the order of the machines that
 * exchange them, so that bytes are copied as they are. An array goes through a small buffer, which
 * stays in the processor's cache.
 */
final class NumberBytes {

    private static final int CHUNK_BYTES = 8 * 1024;

    private NumberBytes() {}

    /** The first letter of an array's element type. */
    static char type(Object array) {
        return array.getClass().getComponentType().getName().charAt(0);
    }

    private static int width(char type) {
        return type == 'd' || type == 'l' ? Long.BYTES : Integer.BYTES;
    }

    private static byte[] chunk(int length, int width) {
        return new byte[(int) Math.min(CHUNK_BYTES, (long) length * width)];
    }

    private static ByteBuffer view(byte[] chunk) {
        return ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the elements of an array. */
    static void write(Object array, DataOutput out) throws IOException {
        int length = Array.getLength(array);
        int width = width(type(array));
        byte[] chunk = chunk(length, width);
        for (int at = 0; at < length; ) {
            int count = Math.min(length - at, chunk.length / width);
            put(array, at, count, view(chunk));
            out.write(chunk, 0, count * width);
            at += count;
        }
    }

    private static void put(Object array, int at, int count, ByteBuffer chunk) {
        if (array instanceof double[] numbers) {
            chunk.asDoubleBuffer().put(numbers, at, count);
        } else if (array instanceof long[] numbers) {
            chunk.asLongBuffer().put(numbers, at, count);
        } else if (array instanceof int[] numbers) {
            chunk.asIntBuffer().put(numbers, at, count);
        } else {
            chunk.asFloatBuffer().put((float[]) array, at, count);
        }
    }

    /** Reads elements that {@link #write} has written into an array of their number and type. */
    static void read(Object array, DataInput in) throws IOException {
        read(
                type(array),
                Array.getLength(array),
                in,
                (at, some, count) -> System.arraycopy(some, 0, array, at, count));
    }

    /** Takes some elements of an array that is read. */
    @FunctionalInterface
    interface Elements {

        /** The first {@code count} elements of {@code some} are those from {@code at} on. */
        void take(int at, Object some, int count);
    }

    /**
     * Reads elements that {@link #write} has written a few at a time.
     *
     * @throws IOException if there is no such type
     */
    static void read(char type, int length, DataInput in, Elements elements) throws IOException {
        int width = width(type);
        byte[] chunk = chunk(length, width);
        Object some = newArray(type, chunk.length / width);
        for (int at = 0; at < length; ) {
            int count = Math.min(length - at, chunk.length / width);
            in.readFully(chunk, 0, count * width);
            get(some, count, view(chunk));
            elements.take(at, some, count);
            at += count;
        }
    }

    /**
     * An array for so many elements.
     *
     * @throws IOException if there is no such type
     */
    static Object newArray(char type, int length) throws IOException {
        return switch (type) {
            case 'd' -> new double[length];
            case 'l' -> new long[length];
            case 'i' -> new int[length];
            case 'f' -> new float[length];
            default -> throw new IOException("not the numbers of a collective: type " + type);
        };
    }

    private static void get(Object array, int count, ByteBuffer chunk) {
        if (array instanceof double[] numbers) {
            chunk.asDoubleBuffer().get(numbers, 0, count);
        } else if (array instanceof long[] numbers) {
            chunk.asLongBuffer().get(numbers, 0, count);
        } else if (array instanceof int[] numbers) {
            chunk.asIntBuffer().get(numbers, 0, count);
        } else {
            chunk.asFloatBuffer().get((float[]) array, 0, count);
        }
    }
}
