package io.millrace.bytecode.rewrite;

/** The patterns of {@code String.split} that only match one ASCII character. */
final class SplitPatterns {

    /** For a pattern that may match more than one character. */
    static final int NONE = -1;

    private static final String SPECIAL = ".$|()[]{}^?*+\\";
    private static final String SPECIAL_IN_CLASS = "[]^-&\\";

    private SplitPatterns() {}

    /**
     * The character that a pattern matches, or {@link #NONE}. Never the question mark, which also
     * stands for other characters in encoded strings, or the null character.
     */
    static int separator(String regex) {
        int last = regex.length() - 1;
        boolean isClass = last > 1 && regex.charAt(0) == '[' && regex.charAt(last) == ']';
        int separator =
                isClass
                        ? literal(regex.substring(1, last), SPECIAL_IN_CLASS)
                        : literal(regex, SPECIAL);
        return separator > 0 && separator <= Byte.MAX_VALUE && separator != '?' ? separator : NONE;
    }

    private static int literal(String regex, String special) {
        if (regex.length() == 1) {
            return special.contains(regex) ? NONE : regex.charAt(0);
        }
        if (regex.length() != 2 || regex.charAt(0) != '\\') {
            return NONE;
        }
        char escaped = regex.charAt(1);
        if (escaped == 't') {
            return '\t';
        }
        return Character.isLetterOrDigit(escaped) ? NONE : escaped;
    }
}
