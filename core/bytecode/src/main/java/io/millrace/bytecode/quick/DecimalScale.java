package io.millrace.bytecode.quick;

import java.math.BigInteger;

/**
 * Computes the double nearest to {@code digits * 10^exponent}, by one or two multiplications with a
 * 128-bit power of five (D. Lemire, Number Parsing at a Gigabyte per Second, 2021; after M. Eisel).
 */
final class DecimalScale {

    /**
     * The result of {@link #nearest} if it cannot determine the number, or if the number is not a
     * normal double.
     */
    static final long UNKNOWN = -1;

    /** Numbers beyond 10^100 either way are rare in data, and the table would be longer. */
    private static final int LARGEST = 100;

    private static final int MANTISSA_BITS = 52;
    private static final int EXPONENT_BIAS = 1023;
    private static final int MOST_EXPONENT = 0x7FF;

    /** Bits of a product beyond those of the mantissa: one for rounding, and one for its length. */
    private static final int SPARE_BITS = Long.SIZE - MANTISSA_BITS - 3;

    private static final long SPARE = (1L << SPARE_BITS) - 1;

    /**
     * Least exponent for which a product with a 64-bit number can lie exactly between two doubles.
     */
    private static final int LEAST_TIE = -4;

    private static final int MOST_TIE = 23;

    /** Five to the power of 28 has more than 64 bits, so no 64-bit number is a multiple of it. */
    private static final int LEAST_EXACT = -27;

    private static final long[] UPPER = new long[2 * LARGEST + 1];
    private static final long[] LOWER = new long[2 * LARGEST + 1];

    static {
        for (int exponent = -LARGEST; exponent <= LARGEST; exponent++) {
            BigInteger power = powerOfFive(exponent);
            UPPER[exponent + LARGEST] = power.shiftRight(Long.SIZE).longValue();
            LOWER[exponent + LARGEST] = power.longValue();
        }
    }

    private DecimalScale() {}

    /** The first 128 bits of a power of five; rounded up if a quotient by it can be exact. */
    private static BigInteger powerOfFive(int exponent) {
        BigInteger power = BigInteger.valueOf(5).pow(Math.abs(exponent));
        if (exponent >= 0) {
            return power.shiftLeft(2 * Long.SIZE - power.bitLength());
        }
        int scale = power.bitLength() + 2 * Long.SIZE - 1;
        BigInteger quotient = BigInteger.ONE.shiftLeft(scale).divide(power);
        return exponent < LEAST_EXACT ? quotient : quotient.add(BigInteger.ONE);
    }

    /**
     * The bits of the double nearest to a positive number, ties to even, or {@link #UNKNOWN}.
     *
     * @param digits not zero, unsigned: all 64 bits count
     */
    static long nearest(long digits, int exponent) {
        if (exponent < -LARGEST || exponent > LARGEST) {
            return UNKNOWN;
        }
        int leading = Long.numberOfLeadingZeros(digits);
        long number = digits << leading;
        long power = UPPER[exponent + LARGEST];
        long upper = upperProduct(number, power);
        long lower = number * power;
        if ((upper & SPARE) == SPARE) {
            long further = upperProduct(number, LOWER[exponent + LARGEST]);
            lower += further;
            if (Long.compareUnsigned(lower, further) < 0) {
                upper++;
            }
            if (lower == -1) {
                return UNKNOWN;
            }
        }
        return rounded(upper, lower, leading, exponent);
    }

    private static long rounded(long upper, long lower, int leading, int exponent) {
        int longer = (int) (upper >>> (Long.SIZE - 1));
        int shift = SPARE_BITS + longer;
        long mantissa = upper >>> shift;
        boolean tie =
                (lower == 0 || lower == 1)
                        && exponent >= LEAST_TIE
                        && exponent <= MOST_TIE
                        && mantissa << shift == upper;
        if (tie && (mantissa & 3) == 1) {
            mantissa--;
        }
        mantissa = (mantissa + (mantissa & 1)) >>> 1;
        int binary = binaryExponent(exponent) + longer - leading + EXPONENT_BIAS;
        if (mantissa == 1L << (MANTISSA_BITS + 1)) {
            mantissa >>>= 1;
            binary++;
        }
        if (binary <= 0 || binary >= MOST_EXPONENT) {
            return UNKNOWN;
        }
        return ((long) binary << MANTISSA_BITS) | (mantissa & ((1L << MANTISSA_BITS) - 1));
    }

    /** {@code 63 + floor(log2(10^exponent))}: for a power of ten times a 64-bit number. */
    private static int binaryExponent(int exponent) {
        return ((217_706 * exponent) >> 16) + Long.SIZE - 1;
    }

    /** The upper half of an unsigned product; {@code unsignedMultiplyHigh} requires JDK 18. */
    private static long upperProduct(long left, long right) {
        return Math.multiplyHigh(left, right)
                + ((left >> (Long.SIZE - 1)) & right)
                + ((right >> (Long.SIZE - 1)) & left);
    }
}
