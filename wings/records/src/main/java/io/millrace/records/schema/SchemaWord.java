package io.millrace.records.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * A word of a line of a schema's text: characters up to a space, or a text in double quotes, in
 * which a backslash precedes quotes, backslashes, and four hexadecimal digits after {@code u}.
 *
 * @param column where the word starts in its line, counted from 1
 * @param end the column after the word
 */
record SchemaWord(String text, int column, int end) {

    private static final int HEX = 16;
    private static final int DIGITS = 4;

    /** Makes the exception for a place in the line. */
    interface Failure {
        SchemaException at(int column, String message);
    }

    /** The words of a line; none if it is empty or a comment. */
    static List<SchemaWord> of(String line, Failure failure) {
        List<SchemaWord> words = new ArrayList<>();
        int at = start(line, 0);
        if (at < line.length() && line.charAt(at) == '#') {
            return words;
        }
        while (at < line.length()) {
            boolean quoted = line.charAt(at) == '"' && line.indexOf('"', at + 1) > 0;
            SchemaWord word = quoted ? quoted(line, at, failure) : plain(line, at);
            words.add(word);
            at = start(line, word.end - 1);
        }
        return words;
    }

    private static int start(String line, int from) {
        int at = from;
        while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
            at++;
        }
        return at;
    }

    private static SchemaWord plain(String line, int from) {
        int at = from;
        while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
            at++;
        }
        return new SchemaWord(line.substring(from, at), from + 1, at + 1);
    }

    private static SchemaWord quoted(String line, int from, Failure failure) {
        StringBuilder text = new StringBuilder();
        int at = from + 1;
        while (at < line.length() && line.charAt(at) != '"') {
            if (line.charAt(at) == '\\') {
                at = escape(line, at + 1, text, failure);
            } else {
                text.append(line.charAt(at++));
            }
        }
        if (at >= line.length()) {
            throw failure.at(from + 1, "The quoted text does not end. Add a double quote.");
        }
        return new SchemaWord(text.toString(), from + 1, at + 2);
    }

    /** Appends what the characters from {@code at}, after a backslash, stand for. */
    private static int escape(String line, int at, StringBuilder text, Failure failure) {
        char kind = at < line.length() ? line.charAt(at) : ' ';
        if (kind == '"' || kind == '\\') {
            text.append(kind);
            return at + 1;
        }
        int end = at + 1 + DIGITS;
        if (kind != 'u'
                || end > line.length()
                || !line.substring(at + 1, end).matches("[0-9a-fA-F]{4}")) {
            throw failure.at(
                    at,
                    "The backslash precedes neither a double quote, a backslash, nor u with four hexadecimal digits. Double it if you mean a backslash.");
        }
        text.append((char) Integer.parseInt(line.substring(at + 1, end), HEX));
        return end;
    }
}
