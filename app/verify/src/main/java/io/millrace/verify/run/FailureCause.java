package io.millrace.verify.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the cause of a failure in the log of a run. */
final class FailureCause {

    private static final int SHOWN_CHARACTERS = 300;

    /** The first line of a stack trace, or of one of its causes; not a frame. */
    private static final Pattern THROWABLE =
            Pattern.compile(
                    "^(?:Exception in thread \"[^\"]*\" |Caused by: )?"
                            + "((?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error|Throwable)\\b.*)");

    private FailureCause() {}

    /**
     * One line: the innermost cause that was printed last, else the last line that is not blank.
     */
    static String in(Path log) throws IOException {
        @Nullable String thrown = null;
        String last = "the log is empty";
        // Jobs print bytes of any encoding; such must not end the search.
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher matcher = THROWABLE.matcher(line);
                if (matcher.find()) {
                    thrown = matcher.group(1);
                }
                last = line.isBlank() ? last : line.strip();
            }
        }
        String cause = thrown != null ? thrown : last;
        return cause.length() <= SHOWN_CHARACTERS
                ? cause
                : cause.substring(0, SHOWN_CHARACTERS) + "...";
    }
}
