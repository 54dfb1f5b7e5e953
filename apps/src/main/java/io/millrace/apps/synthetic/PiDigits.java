package io.millrace.apps.synthetic;

import java.util.Arrays;

/** Works out digits of pi, by the spigot of Rabinowitz and Wagon. For one thread. */
final class PiDigits {

    private static final int GUARD = 8;

    private final int[] digits;
    private final int[] remainders;

    /** So many digits each time, of which the first is 3. */
    PiDigits(int count) {
        digits = new int[count];
        remainders = new int[count * 10 / 3 + GUARD];
    }

    /** Works them out anew; the array is used again by the next call. */
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

    /** Multiplies by ten what is left, in the base in which all digits of pi are 2. */
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
