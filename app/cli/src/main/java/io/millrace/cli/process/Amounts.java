package io.millrace.cli.process;

import java.util.Locale;

/** Amounts as people read them: three digits that matter, and a unit. */
public final class Amounts {

    private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};
    private static final int UNIT = 1024;
    private static final int ENOUGH_DIGITS = 100;

    private Amounts() {}

    public static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    public static String bytes(double bytes) {
        int unit = 0;
        double amount = bytes;
        while (amount >= UNIT && unit < UNITS.length - 1) {
            amount /= UNIT;
            unit++;
        }
        boolean whole = unit == 0 || amount >= ENOUGH_DIGITS || amount == Math.rint(amount);
        return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.1f %s", amount, UNITS[unit]);
    }

    public static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
