package io.millrace.verify;

/** Two different records, shortened to what surrounds their first difference. */
final class Excerpts {

    private static final int SHOWN_CHARACTERS = 120;
    private static final int CHARACTERS_BEFORE = 40;

    private Excerpts() {}

    /** The part of {@code record} to show beside {@code other}, in quotes. */
    static String of(String record, String other) {
        int start = Math.max(0, mismatch(record, other) - CHARACTERS_BEFORE);
        if (record.length() <= SHOWN_CHARACTERS) {
            start = 0;
        }
        int end = Math.min(record.length(), start + SHOWN_CHARACTERS);
        String excerpt =
                "'"
                        + (start > 0 ? "..." : "")
                        + printable(record.substring(start, end))
                        + (end < record.length() ? "..." : "")
                        + "'";
        return start > 0 || end < record.length()
                ? excerpt + " (" + record.length() + " characters)"
                : excerpt;
    }

    private static int mismatch(String record, String other) {
        int common = Math.min(record.length(), other.length());
        int at = 0;
        while (at < common && record.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    /** Line ends and other control characters as escapes, so that a message stays on one line. */
    private static String printable(String text) {
        StringBuilder printed = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> printed.append("\\n");
                case '\r' -> printed.append("\\r");
                case '\t' -> printed.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        printed.append("\\u%04x".formatted((int) c));
                    } else {
                        printed.append(c);
                    }
                }
            }
        }
        return printed.toString();
    }
}
