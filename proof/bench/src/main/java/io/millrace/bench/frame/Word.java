package io.millrace.bench.frame;

import java.util.Locale;

/** Names of constants as a command line and pages have them. */
public final class Word {

    private Word() {}

    /** The name in small letters, with hyphens. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
