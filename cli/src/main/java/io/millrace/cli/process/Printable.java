package io.millrace.cli.process;

import java.util.regex.Pattern;

/** Text of a job's that must not do anything to a terminal but stand there. */
public final class Printable {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}]");

    private Printable() {}

    /** The text with a question mark for each character that a terminal would act on. */
    public static String text(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
