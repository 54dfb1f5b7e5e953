package io.millrace.records.guess;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A schema that fits the first lines of a file: the delimiter that yields the same number of fields
 * in most lines, and for each column the first type that all its fields have. Used by one thread.
 */
public final class SchemaGuess {

    /** Texts that mean null, if a field is exactly one of them. */
    private static final List<String> NULL_TEXTS = List.of("\\N", "");

    private static final List<ColumnType> TYPES =
            List.of(
                    ColumnType.INT,
                    ColumnType.LONG,
                    ColumnType.DOUBLE,
                    ColumnType.DATE,
                    ColumnType.TIMESTAMP,
                    ColumnType.IP);

    private final FieldSeparation separation;
    private final Schema schema;
    private final int otherLines;

    private SchemaGuess(FieldSeparation separation, Schema schema, int otherLines) {
        this.separation = separation;
        this.schema = schema;
        this.otherLines = otherLines;
    }

    /** Guesses from lines, of which there is at least one, without their ends. */
    public static SchemaGuess of(List<byte[]> lines) {
        FieldSeparation separation = FieldSeparation.of(lines);
        String nullText = nullText(separation, lines);
        List<byte[]> records = lines.subList(Math.min(1, lines.size() - 1), lines.size());
        ColumnTypes below = new ColumnTypes(separation, nullText, records);
        List<String> names = names(separation, lines.get(0), below);
        boolean header = !names.isEmpty();
        ColumnTypes types = header ? below : new ColumnTypes(separation, nullText, lines);
        SchemaBuilder schema = separation.schema().nullText(nullText).header(header);
        for (int i = 0; i < separation.fields(); i++) {
            schema.column(
                    new Column(
                            header ? names.get(i) : "column" + (i + 1),
                            types.type(i),
                            0,
                            0,
                            types.nullable(i),
                            BadField.ERROR));
        }
        return new SchemaGuess(separation, schema.build(), lines.size() - separation.lines());
    }

    public Schema schema() {
        return schema;
    }

    /** Number of lines that have more or fewer fields than the schema has columns. */
    public int otherLines() {
        return otherLines;
    }

    /** Whether a delimiter was found. */
    public boolean isSeparated() {
        return separation.fields() > 1;
    }

    private static String nullText(FieldSeparation separation, List<byte[]> lines) {
        DelimitedRecord record = separation.record(separation.fields());
        for (byte[] line : lines) {
            record.wrap(line, 0, line.length);
            for (String field : fields(record)) {
                if (field.equals(NULL_TEXTS.get(0))) {
                    return field;
                }
            }
        }
        return NULL_TEXTS.get(1);
    }

    /**
     * The names in the first line; empty if it is a record. It is a header if its fields are
     * different texts, and one of them does not have the type of the fields below it.
     */
    private static List<String> names(FieldSeparation separation, byte[] line, ColumnTypes below) {
        DelimitedRecord record = separation.record(separation.fields());
        record.wrap(line, 0, line.length);
        Set<String> names = new LinkedHashSet<>(fields(record));
        ColumnTypes own = new ColumnTypes(separation, "", List.of(line));
        boolean typed = false;
        for (int i = 0; i < separation.fields(); i++) {
            if (own.type(i) != ColumnType.TEXT) {
                return List.of();
            }
            typed |= below.type(i) != ColumnType.TEXT;
        }
        boolean usable =
                names.size() == separation.fields()
                        && names.stream()
                                .noneMatch(name ->
                                        name.isBlank()
                                                || name.chars().anyMatch(Character::isISOControl));
        return typed && usable ? new ArrayList<>(names) : List.of();
    }

    /** The fields of a record as strings, up to the first that is bad or missing. */
    private static List<String> fields(DelimitedRecord record) {
        List<String> fields = new ArrayList<>();
        try {
            for (int i = 0; i < record.schema().columns().size(); i++) {
                fields.add(record.getText(i).toString());
            }
        } catch (BadFieldException e) {
            return fields;
        }
        return fields;
    }

    /** Types in the order in which they are tried. */
    static List<ColumnType> types() {
        return TYPES;
    }
}
