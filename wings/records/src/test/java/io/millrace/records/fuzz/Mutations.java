package io.millrace.records.fuzz;

import java.util.Arrays;
import java.util.Random;

/**
 * Changes bytes as a fuzzer does: bits, bytes that are limits of numbers, removed, repeated and
 * moved parts, and a part of other bytes.
 */
public final class Mutations {

    private static final byte[] LIMITS = {0, 1, 2, 0x7f, -128, -1, -2, 0x7e, 0x40, 12, 10, '"'};
    private static final int MOST = 4;

    private final Random random;
    private byte[] other = {};

    /** Changes of a source of random numbers. */
    public Mutations(Random random) {
        this.random = random;
    }

    /** Changed bytes. Parts of those that were given before may come to be in them. */
    public byte[] of(byte[] original) {
        byte[] bytes = original.clone();
        for (int i = random.nextInt(MOST); i >= 0; i--) {
            bytes = change(bytes);
        }
        other = original;
        return bytes;
    }

    private byte[] change(byte[] bytes) {
        if (bytes.length == 0) {
            return new byte[] {limit()};
        }
        int at = random.nextInt(bytes.length);
        int length = 1 + random.nextInt(Math.min(bytes.length - at, 12));
        byte[] part = Arrays.copyOfRange(bytes, at, at + length);
        return switch (random.nextInt(9)) {
            case 0, 1 -> {
                bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                yield bytes;
            }
            case 2, 3 -> {
                bytes[at] = limit();
                yield bytes;
            }
            case 4 -> {
                // A long number of variable length, or a large one.
                Arrays.fill(bytes, at, at + length, (byte) (0x80 | random.nextInt(256)));
                yield bytes;
            }
            case 5 -> replaced(bytes, at, at + length, new byte[0]);
            case 6 -> replaced(bytes, at, at, part);
            case 7 -> replaced(bytes, at, at + length, ofOther());
            default -> Arrays.copyOf(bytes, at);
        };
    }

    private byte limit() {
        return LIMITS[random.nextInt(LIMITS.length)];
    }

    private byte[] ofOther() {
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(12)));
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] with) {
        byte[] result = new byte[bytes.length - (to - from) + with.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(with, 0, result, from, with.length);
        System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
        return result;
    }

    /** A copy of bytes with random bytes around it, which nobody must read, at {@code from}. */
    public byte[] around(byte[] bytes, int from) {
        byte[] result = new byte[from + bytes.length + random.nextInt(40)];
        random.nextBytes(result);
        System.arraycopy(bytes, 0, result, from, bytes.length);
        return result;
    }
}
