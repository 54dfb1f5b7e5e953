package io.millrace.records.text;

/** IPv4 addresses as text, {@code 192.0.2.1}: four numbers up to 255 without leading zeros. */
final class Addresses {

    /** Returned for bytes that are not an address. */
    static final long INVALID = -1;

    private static final long POINTS = '.' * ByteWords.LOW_BITS;
    private static final int LEAST_LENGTH = 7;
    private static final int MOST_LENGTH = 15;
    private static final int PART_MAX = 255;
    private static final int PARTS = 4;

    /** The least number of so many digits. */
    private static final int[] LEAST = {0, 0, 10, 100};

    private Addresses() {}

    /** The address in a field, with the first number in the highest of 32 bits, or INVALID. */
    static long parsed(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length < LEAST_LENGTH || length > MOST_LENGTH) {
            return INVALID;
        }
        return from >= Digits.MOST && from <= bytes.length - 2 * Long.BYTES
                ? ofWords(bytes, from, to)
                : ofBytes(bytes, from, to);
    }

    /** Reads whole words, also of what is around the field: no branch depends on its digits. */
    private static long ofWords(byte[] bytes, int from, int to) {
        int points = points(bytes, from) | points(bytes, from + Long.BYTES) << Long.BYTES;
        points &= (1 << (to - from)) - 1;
        if (Integer.bitCount(points) != PARTS - 1) {
            return INVALID;
        }
        int second = points & (points - 1);
        int third = second & (second - 1);
        int firstEnd = from + Integer.numberOfTrailingZeros(points);
        int secondEnd = from + Integer.numberOfTrailingZeros(second);
        int thirdEnd = from + Integer.numberOfTrailingZeros(third);
        long address =
                part(bytes, from, firstEnd) << 24
                        | part(bytes, firstEnd + 1, secondEnd) << 16
                        | part(bytes, secondEnd + 1, thirdEnd) << Byte.SIZE
                        | part(bytes, thirdEnd + 1, to);
        return address < 0 ? INVALID : address;
    }

    /** A bit for each of eight bytes, set if it is a point; the lowest bit is the first byte's. */
    private static int points(byte[] bytes, int at) {
        return ByteWords.bits(ByteWords.matches(ByteWords.at(bytes, at), POINTS));
    }

    /** A number up to 255, or a negative one, which makes the address negative. */
    private static long part(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length < 1 || length >= LEAST.length) {
            return INVALID;
        }
        int value = Digits.value(bytes, from, to);
        return value < LEAST[length] || value > PART_MAX ? INVALID : value;
    }

    private static long ofBytes(byte[] bytes, int from, int to) {
        long value = 0;
        int part = -1;
        int points = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9 && part != 0) {
                part = part < 0 ? digit : part * 10 + digit;
                if (part > PART_MAX) {
                    return INVALID;
                }
            } else if (digit == '.' - '0' && part >= 0) {
                value = value << Byte.SIZE | part;
                part = -1;
                points++;
            } else {
                return INVALID;
            }
        }
        return part >= 0 && points == PARTS - 1 ? value << Byte.SIZE | part : INVALID;
    }
}
