package io.millrace.engine.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Rejects unknown keys with Millrace's prefix, so that a misspelt key does not pass unnoticed. */
public final class UnknownKeys {

    /** Every key of Millrace starts with this. */
    public static final String PREFIX = "millrace.";

    private UnknownKeys() {}

    /**
     * Checks that each of {@code used} that starts with {@link #PREFIX} is one of {@code known}.
     *
     * @throws BadSettingException naming the first unknown key and the nearest known one
     */
    public static void refuse(Collection<String> used, List<Key<?>> known) {
        for (String name : used) {
            if (name.startsWith(PREFIX)
                    && known.stream().noneMatch(key -> key.name().equals(name))) {
                String nearest =
                        known.stream()
                                .map(Key::name)
                                .min(
                                        Comparator.comparingInt(
                                                candidate -> distance(name, candidate)))
                                .orElse("none");
                throw new BadSettingException(
                        "unknown key "
                                + name
                                + "; the nearest known one is "
                                + nearest
                                + " (millrace config lists all)");
            }
        }
    }

    /** Levenshtein's edit distance. */
    private static int distance(String a, String b) {
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
