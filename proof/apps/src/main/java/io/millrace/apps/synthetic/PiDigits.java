package io.millrace.apps.synthetic;

import java.util.Arrays;

/** Computes digits of pi by the spigot algorithm of Rabinowitz and Wagon. Used by one thread. */
final class PiDigits {

    private static final int GUARD = 8;

    private final int[] digits;
    private final int[] remainders;

    /** Computes {@code count} digits each time, the first of which is 3. */
    PiDigits(int count) {
        digits = new int[count];
        remainders = new int[count * 10 / 3 + GUARD];
    }

    /** Computes the digits again; the next call reuses the array. */
    int[] compute() {
        Arrays.fill(remainders, 2);
        for (int i = 0; i < digits.length; i++) {
            int digit = next();
            if (digit == 10) {
                digit = 0;
                carry(i - 1);
            }
            digits[i] = digit;
        }
        return digits;
    }

    /** Multiplies the remainder by ten, in the base in which all digits of pi are 2. */
    private int next() {
        int carry = 0;
        for (int i = remainders.length - 1; i > 0; i--) {
            int value = remainders[i] * 10 + carry;
            int base = 2 * i + 1;
            remainders[i] = value % base;
            carry = value / base * i;
        }
        int value = remainders[0] * 10 + carry;
        remainders[0] = value % 10;
        return value / 10;
    }

    private void carry(int from) {
        int i = from;
        while (++digits[i] == 10) {
            digits[i--] = 0;
        }
    }
}
