package io.millrace.workloads.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** ASCII text that grows, and is cleared for the next block. Used by one thread. */
public final class LineBuffer {

    /** Fractions that are exact in binary, so that their sums are exact in any order. */
    private static final byte[][] SIXTEENTHS = new byte[16][];

    static {
        for (int i = 0; i < SIXTEENTHS.length; i++) {
            SIXTEENTHS[i] = String.format(".%04d", i * 625).getBytes(US_ASCII);
        }
    }

    private static final int MAX_DIGITS = 20;

    private byte[] bytes = new byte[1 << 16];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    /** The text so far, not copied. */
    ByteBuffer content() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    /** The array of the text, with room for {@code more} bytes at {@link #length}. */
    byte[] withRoomFor(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
        return bytes;
    }

    /** Sets the end of the text after bytes were written to the array directly. */
    void endAt(int position) {
        length = position;
    }

    LineBuffer character(char c) {
        withRoomFor(1)[length++] = (byte) c;
        return this;
    }

    LineBuffer text(byte[] ascii) {
        System.arraycopy(ascii, 0, withRoomFor(ascii.length), length, ascii.length);
        length += ascii.length;
        return this;
    }

    LineBuffer text(String ascii) {
        return text(ascii.getBytes(US_ASCII));
    }

    /** A number that is not negative. */
    LineBuffer number(long value) {
        return number(value, 1);
    }

    /** The same, padded with zeros to a number of digits. */
    LineBuffer number(long value, int minDigits) {
        byte[] target = withRoomFor(MAX_DIGITS);
        int digits = minDigits;
        for (long rest = value / power(minDigits); rest > 0; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int i = length + digits - 1; i >= length; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** The number {@code count / 16} with four decimals. */
    LineBuffer sixteenths(long count) {
        return number(count >> 4).text(SIXTEENTHS[(int) count & 15]);
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }
}
