package io.millrace.bench.job;

import java.util.StringTokenizer;

/** Compares lines whose numbers may differ as sums do that were added up in another order. */
final class RoundedLines {

    /** Sums of millions of numbers agree to more digits than these. */
    private static final double ROUNDING = 1e-6;

    private RoundedLines() {}

    static boolean alike(String want, String got) {
        if (want.equals(got)) {
            return true;
        }
        StringTokenizer wanted = new StringTokenizer(want, "\t ", true);
        StringTokenizer found = new StringTokenizer(got, "\t ", true);
        while (wanted.hasMoreTokens() && found.hasMoreTokens()) {
            if (!wordsAlike(wanted.nextToken(), found.nextToken())) {
                return false;
            }
        }
        return wanted.hasMoreTokens() == found.hasMoreTokens();
    }

    private static boolean wordsAlike(String want, String got) {
        if (want.equals(got)) {
            return true;
        }
        try {
            double wanted = Double.parseDouble(want);
            double found = Double.parseDouble(got);
            return Math.abs(wanted - found) <= ROUNDING * Math.abs(wanted);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
