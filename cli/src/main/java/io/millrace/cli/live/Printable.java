package io.millrace.cli.live;

import java.util.regex.Pattern;

/** Text of a job's that must not do anything to a terminal but stand there. */
final class Printable {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}]");

    private Printable() {}

    static String text(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
