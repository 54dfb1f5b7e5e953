package io.millrace.bytecode.statics;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds names of classes in texts. */
public final class ClassNames {

    private static final Pattern NAME =
            Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+");

    /** A class in the unnamed package. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

    private static final Pattern SEPARATOR = Pattern.compile("[\\s,;:=|<>\"]+");

    private ClassNames() {}

    static boolean looksLikeOne(String text) {
        return text.length() < 500 && NAME.matcher(text).matches();
    }

    /**
     * All substrings of a text that may be class names.
     *
     * @param expected whether the text is expected to contain class names, including those in the
     *     unnamed package
     */
    public static Stream<String> in(String text, boolean expected) {
        return SEPARATOR
                .splitAsStream(text)
                .filter(part -> looksLikeOne(part) || (expected && WORD.matcher(part).matches()));
    }
}
