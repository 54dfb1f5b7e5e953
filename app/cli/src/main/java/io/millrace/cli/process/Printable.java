package io.millrace.cli.process;

import io.millrace.engine.redact.Secrets;
import java.util.regex.Pattern;

/** Text of a job's for a terminal: it does nothing there but stand, and has no credentials. */
public final class Printable {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}]");

    private Printable() {}

    /**
     * The text without credentials, and with a question mark for each character that a terminal
     * would act on.
     */
    public static String text(String text) {
        return CONTROL.matcher(Secrets.redact(text)).replaceAll("?");
    }
}
