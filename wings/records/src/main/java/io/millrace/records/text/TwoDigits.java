package io.millrace.records.text;

/** Numbers of two digits. */
final class TwoDigits {

    private TwoDigits() {}

    /** The number of the two bytes at {@code at}; negative if one is not a digit. */
    static int at(byte[] bytes, int at) {
        int tens = bytes[at] - '0';
        int ones = bytes[at + 1] - '0';
        // A digit has no sign bit, and neither has its distance to 9.
        return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -1 : tens * 10 + ones;
    }
}
