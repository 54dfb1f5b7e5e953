package io.millrace.records.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds a {@link Schema}. Used by one thread. */
public final class SchemaBuilder {

    private static final int BYTES = 256;

    /** Columns without the schema's treatment of bad fields, which may follow them. */
    private final List<Column> columns = new ArrayList<>();

    private final Set<String> ownBad = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private BadField bad = BadField.ERROR;
    int delimiter = '|';
    int quote = Schema.NO_QUOTE;
    String nullText = "";
    boolean header;
    LineBreaks lineBreaks = LineBreaks.REFUSED;

    SchemaBuilder() {}

    /** Sets the byte between fields, from 0 to 255. */
    public SchemaBuilder delimiter(int separating) {
        delimiter = checked("delimiter", separating);
        return this;
    }

    /** Sets the byte around quoted fields, from 0 to 255, in which it is doubled. */
    public SchemaBuilder quote(int quoting) {
        quote = checked("quote", quoting);
        return this;
    }

    /** Sets the text of unquoted fields that means null in nullable columns. */
    public SchemaBuilder nullText(String text) {
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw new SchemaException("The null text contains a line break. Use another text.");
        }
        nullText = text;
        return this;
    }

    /** Sets that the first line of each file has names of columns, and is not a record. */
    public SchemaBuilder header(boolean first) {
        header = first;
        return this;
    }

    /** Sets what a line break in a quoted field means; by default it is an error. */
    public SchemaBuilder lineBreaks(LineBreaks meaning) {
        lineBreaks = meaning;
        return this;
    }

    /** Sets the treatment of bad fields in columns that do not have their own. */
    public SchemaBuilder bad(BadField treatment) {
        bad = treatment;
        return this;
    }

    /** Adds a column that is never null and has the schema's treatment of bad fields. */
    public SchemaBuilder column(String name, ColumnType type) {
        return add(name, type, 0, 0, false);
    }

    /** Adds a column in which the null text means null. */
    public SchemaBuilder nullable(String name, ColumnType type) {
        return add(name, type, 0, 0, true);
    }

    /** Adds a decimal column. */
    public SchemaBuilder decimal(String name, int precision, int scale, boolean nullable) {
        return add(name, ColumnType.DECIMAL, precision, scale, nullable);
    }

    /** Adds a column with its own treatment of bad fields. */
    public SchemaBuilder column(Column column) {
        return add(column, true);
    }

    private SchemaBuilder add(
            String name, ColumnType type, int precision, int scale, boolean nullable) {
        return add(new Column(name, type, precision, scale, nullable, BadField.ERROR), false);
    }

    /** Adds a column; without {@code own} its treatment of bad fields is the schema's. */
    SchemaBuilder add(Column column, boolean own) {
        if (!names.add(column.name())) {
            throw new SchemaException(
                    "Two columns have the name '%s'. Rename one.".formatted(column.name()));
        }
        columns.add(column);
        if (own) {
            ownBad.add(column.name());
        }
        return this;
    }

    private static int checked(String role, int value) {
        if (value < 0 || value >= BYTES || value == '\n' || value == '\r') {
            throw new SchemaException(
                    "The %s %d is not one byte, or it ends lines; allowed: 0 to 255 except 10 and 13."
                            .formatted(role, value));
        }
        return value;
    }

    /** All columns, each with its treatment of bad fields. */
    List<Column> columns() {
        return columns.stream().map(this::withBad).toList();
    }

    private Column withBad(Column column) {
        return ownBad.contains(column.name())
                ? column
                : new Column(
                        column.name(),
                        column.type(),
                        column.precision(),
                        column.scale(),
                        column.nullable(),
                        bad);
    }

    /**
     * The schema.
     *
     * @throws SchemaException if it has no column, or settings that exclude each other
     */
    public Schema build() {
        if (columns.isEmpty()) {
            throw new SchemaException("The schema has no column. Add at least one.");
        }
        if (quote == delimiter) {
            throw new SchemaException(
                    "Delimiter and quote are the same byte, %d. Change one.".formatted(quote));
        }
        if (quote == Schema.NO_QUOTE && lineBreaks == LineBreaks.IN_FIELDS) {
            throw new SchemaException(
                    "Only quoted fields can contain line breaks. Set a quote, or remove 'multiline yes'.");
        }
        byte[] bytes = nullText.getBytes(StandardCharsets.UTF_8);
        for (byte each : bytes) {
            if ((each & 0xff) == delimiter) {
                throw new SchemaException(
                        "The null text '%s' contains the delimiter. Change one."
                                .formatted(nullText));
            }
        }
        if (quote != Schema.NO_QUOTE && bytes.length > 0 && (bytes[0] & 0xff) == quote) {
            throw new SchemaException(
                    "The null text '%s' starts with the quote. Change one.".formatted(nullText));
        }
        return new Schema(this);
    }
}
