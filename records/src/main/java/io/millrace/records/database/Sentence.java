package io.millrace.records.database;

import java.sql.SQLException;

/** The database's message of a failure, as a sentence. */
final class Sentence {

    private Sentence() {}

    /** The message with a full stop, and without line breaks. */
    static String of(SQLException failure) {
        String text = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        return text.endsWith(".") ? text : text + ".";
    }
}
