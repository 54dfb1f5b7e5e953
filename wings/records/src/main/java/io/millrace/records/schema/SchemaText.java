package io.millrace.records.schema;

import java.util.Iterator;
import java.util.List;

/**
 * Reads the text form of a schema: settings and columns, one a line.
 *
 * <pre>
 * # a comment
 * delimiter |                   one character, tab, space, or 0x01
 * quote none                    or one character
 * null ""                       the text that means null
 * header no                     or yes
 * multiline no                  or yes: quoted fields contain line breaks
 * bad error                     or null, or skip
 * column NAME TYPE [nullable] [bad error|null|skip]
 * </pre>
 *
 * <p>Used by one thread.
 */
final class SchemaText {

    private static final String SETTINGS = "delimiter, quote, null, header, multiline, bad, column";
    private static final int HEX = 16;
    private static final int ASCII = 128;
    private static final int BYTES = 256;

    private final String source;
    private final SchemaBuilder builder = new SchemaBuilder();
    private int line;

    SchemaText(String source) {
        this.source = source;
    }

    Schema read(String text) {
        for (String each : text.split("\r?\n", -1)) {
            line++;
            List<SchemaWord> words = SchemaWord.of(each, this::failure);
            if (!words.isEmpty()) {
                atPlace(words.get(0), () -> setting(words));
            }
        }
        try {
            return builder.build();
        } catch (SchemaException e) {
            throw new SchemaException(source + ": " + e.getMessage());
        }
    }

    /** Adds the place to messages of the builder, which knows none. */
    private void atPlace(SchemaWord word, Runnable step) {
        try {
            step.run();
        } catch (SchemaException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(source + ":") ? e : failure(word.column(), message);
        }
    }

    private void setting(List<SchemaWord> words) {
        SchemaWord first = words.get(0);
        if (first.text().equals("column")) {
            column(words);
            return;
        }
        if (words.size() != 2) {
            SchemaWord last = words.get(words.size() - 1);
            throw failure(
                    words.size() < 2 ? last.end() : words.get(2).column(),
                    "'%s' takes one value, not %d.".formatted(first.text(), words.size() - 1));
        }
        SchemaWord value = words.get(1);
        switch (first.text()) {
            case "delimiter" -> builder.delimiter(byteOf(value));
            case "quote" ->
                    builder.quote = value.text().equals("none") ? Schema.NO_QUOTE : quoteOf(value);
            case "null" -> builder.nullText(value.text());
            case "header" -> builder.header(yes(value));
            case "multiline" ->
                    builder.lineBreaks(yes(value) ? LineBreaks.IN_FIELDS : LineBreaks.END_RECORDS);
            case "bad" -> builder.bad(bad(value));
            default ->
                    throw failure(
                            first.column(),
                            "'%s' is not a setting; allowed: %s."
                                    .formatted(first.text(), SETTINGS));
        }
    }

    private int quoteOf(SchemaWord value) {
        return builder.quote(byteOf(value)).quote;
    }

    private int byteOf(SchemaWord value) {
        String text = value.text();
        if (text.equals("tab")) {
            return '\t';
        }
        if (text.equals("space")) {
            return ' ';
        }
        if (text.length() == 1 && text.charAt(0) < ASCII) {
            return text.charAt(0);
        }
        if (text.matches("0x[0-9a-fA-F]{2}")) {
            return Integer.parseInt(text.substring(2), HEX) % BYTES;
        }
        throw failure(
                value.column(),
                "'%s' is not one byte; allowed: an ASCII character, tab, space, or two hexadecimal digits as in 0x01."
                        .formatted(text));
    }

    private boolean yes(SchemaWord value) {
        if (!value.text().equals("yes") && !value.text().equals("no")) {
            throw failure(
                    value.column(),
                    "'%s' is not allowed; allowed: yes, no.".formatted(value.text()));
        }
        return value.text().equals("yes");
    }

    private BadField bad(SchemaWord value) {
        return BadField.of(value.text())
                .orElseThrow(() ->
                        failure(
                                value.column(),
                                "'%s' is not a treatment of bad fields; allowed: error, null, skip."
                                        .formatted(value.text())));
    }

    private void column(List<SchemaWord> words) {
        if (words.size() < 3) {
            throw failure(
                    words.get(words.size() - 1).end(),
                    "A column needs a name and a type: column NAME TYPE.");
        }
        SchemaWord name = words.get(1);
        ColumnTypeText type = ColumnTypeText.of(words.get(2).text());
        if (type == null) {
            throw failure(
                    words.get(2).column(),
                    "'%s' is not a type; allowed: %s."
                            .formatted(words.get(2).text(), ColumnType.names()));
        }
        boolean nullable = false;
        BadField own = null;
        Iterator<SchemaWord> rest = words.subList(3, words.size()).iterator();
        while (rest.hasNext()) {
            SchemaWord word = rest.next();
            if (word.text().equals("nullable") && !nullable) {
                nullable = true;
            } else if (word.text().equals("bad") && own == null && rest.hasNext()) {
                own = bad(rest.next());
            } else {
                throw failure(
                        word.column(),
                        "'%s' is unexpected here; allowed after the type: nullable, and bad with error, null or skip, each once."
                                .formatted(word.text()));
            }
        }
        builder.add(
                new Column(
                        name.text(),
                        type.type(),
                        type.precision(),
                        type.scale(),
                        nullable,
                        own == null ? BadField.ERROR : own),
                own != null);
    }

    private SchemaException failure(int column, String message) {
        return new SchemaException("%s:%d:%d: %s".formatted(source, line, column, message));
    }
}
