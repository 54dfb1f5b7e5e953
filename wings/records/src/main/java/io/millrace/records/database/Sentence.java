package io.millrace.records.database;

import io.millrace.engine.redact.Secrets;
import java.sql.SQLException;

/** The database's message of a failure, as a sentence. */
final class Sentence {

    private Sentence() {}

    /** The message with a full stop, without line breaks and credentials. */
    static String of(SQLException failure) {
        String text =
                Secrets.redact(String.valueOf(failure.getMessage()))
                        .strip()
                        .replaceAll("\\s*\\R\\s*", " ");
        return text.endsWith(".") ? text : text + ".";
    }
}
