package io.millrace.records.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a field, where they lie: valid until its record moves on. With Hadoop, {@code
 * text.set(slice.bytes(), slice.offset(), slice.length())} copies them. Texts are usually UTF-8 and
 * are not checked. Used by one thread.
 */
public final class TextSlice {

    private byte[] bytes = {};
    private int offset;
    private int length;
    private byte[] copy = {};

    /** An empty slice, which a decoder sets. */
    public TextSlice() {}

    /** Moves to bytes from {@code from} up to {@code to}, which stay the caller's. */
    public TextSlice set(byte[] newBytes, int from, int to) {
        bytes = newBytes;
        offset = from;
        length = to - from;
        return this;
    }

    /** Takes a copy of bytes that do not stay. */
    TextSlice copy(byte[] scratch, int from, int to) {
        if (copy.length < to - from) {
            copy = new byte[to - from];
        }
        System.arraycopy(scratch, from, copy, 0, to - from);
        return set(copy, 0, to - from);
    }

    /** The array with the text at {@link #offset}. Callers must not change it. */
    public byte[] bytes() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /** Whether these are the text's bytes. */
    public boolean contentEquals(byte[] other) {
        return Arrays.equals(bytes, offset, offset + length, other, 0, other.length);
    }

    /** A new string; bytes that are not UTF-8 become U+FFFD. */
    @Override
    public String toString() {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
}
