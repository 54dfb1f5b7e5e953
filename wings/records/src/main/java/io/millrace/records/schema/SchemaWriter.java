package io.millrace.records.schema;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes the text form of schemas. */
final class SchemaWriter {

    private static final int FIRST_PRINTABLE = 0x21;
    private static final int LAST_PRINTABLE = 0x7e;

    private SchemaWriter() {}

    static String text(Schema schema) {
        StringBuilder text = new StringBuilder();
        text.append("delimiter ").append(byteText(schema.delimiter() & 0xff)).append('\n');
        text.append("quote ")
                .append(schema.quote() == Schema.NO_QUOTE ? "none" : byteText(schema.quote()))
                .append('\n');
        String nullText = StandardCharsets.UTF_8.decode(schema.nullText()).toString();
        text.append("null ").append(quoted(nullText)).append('\n');
        text.append("header ").append(schema.header() ? "yes" : "no").append('\n');
        if (schema.lineBreaks() != LineBreaks.REFUSED) {
            text.append("multiline ").append(schema.lineBreaks()).append('\n');
        }
        text.append('\n');
        schema.columns().forEach(column -> column(column, text));
        return text.toString();
    }

    private static void column(Column column, StringBuilder text) {
        text.append("column ").append(name(column.name())).append(' ').append(column.typeText());
        if (column.nullable()) {
            text.append(" nullable");
        }
        if (column.bad() != BadField.ERROR) {
            text.append(" bad ").append(column.bad());
        }
        text.append('\n');
    }

    private static String byteText(int value) {
        if (value == '\t') {
            return "tab";
        }
        return value >= FIRST_PRINTABLE && value <= LAST_PRINTABLE
                ? String.valueOf((char) value)
                : String.format(Locale.ROOT, "0x%02x", value);
    }

    private static String name(String name) {
        return name.chars().anyMatch(each -> Character.isWhitespace(each) || each == '"')
                ? quoted(name)
                : name;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                quoted.append('\\').append(each);
            } else if (Character.isISOControl(each)) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }
}
