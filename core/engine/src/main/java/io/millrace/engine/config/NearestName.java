package io.millrace.engine.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a misspelt one was meant to be. */
public final class NearestName {

    private NearestName() {}

    /** The name with the least edit distance; upper and lower case are the same. Empty if none. */
    public static Optional<String> of(String name, Collection<String> known) {
        return known.stream().min(Comparator.comparingInt(each -> distance(name, each)));
    }

    /**
     * As {@link #of}, but only if at most a third of the letters differ, so that an unrelated name
     * is not taken for a misspelt one.
     */
    public static Optional<String> misspelt(String name, Collection<String> known) {
        return of(name, known).filter(each -> 3 * distance(name, each) <= each.length());
    }

    /** Levenshtein's edit distance. */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
