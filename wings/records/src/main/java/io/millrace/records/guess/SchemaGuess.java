package io.millrace.records.guess;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A schema that fits the first lines of a file: the delimiter that yields the same number of fields
 * in most lines, and for each column the first type that all its fields have. Used by one thread.
 */
public final class SchemaGuess {

    /** Texts that mean null, if a field is exactly one of them. */
    private static final List<String> NULL_TEXTS = List.of("\\N", "");

    /** The byte order mark of UTF-8. */
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

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
    private final List<String> notes;

    private SchemaGuess(FieldSeparation separation, Schema schema, List<String> notes) {
        this.separation = separation;
        this.schema = schema;
        this.notes = notes;
    }

    /** Guesses from lines, of which there is at least one, without their ends. */
    public static SchemaGuess of(List<byte[]> sample) {
        List<String> notes = new ArrayList<>();
        FieldSeparation separation = FieldSeparation.of(withoutMark(sample, notes));
        List<byte[]> all = separation.records();
        List<byte[]> records = all.subList(Math.min(1, all.size() - 1), all.size());
        String nullText = nullText(separation, records, notes);
        ColumnTypes below = new ColumnTypes(separation, nullText, records);
        HeaderNames found = names(separation, all, below);
        List<String> names = found.names();
        boolean header = !names.isEmpty();
        notes.addAll(found.notes());
        ColumnTypes types = header ? below : new ColumnTypes(separation, nullText, all);
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
        Schema built = schema.build();
        notes.addAll(ColumnNotes.of(built, header ? records : all));
        return new SchemaGuess(separation, built, notes);
    }

    /** Hadoop skips the mark, too. */
    private static List<byte[]> withoutMark(List<byte[]> lines, List<String> notes) {
        byte[] first = lines.get(0);
        if (!Arrays.equals(Arrays.copyOf(first, MARK.length), MARK)) {
            return lines;
        }
        notes.add("The file starts with a byte order mark, which is not part of the first field.");
        List<byte[]> rest = new ArrayList<>(lines);
        rest.set(0, Arrays.copyOfRange(first, MARK.length, first.length));
        return rest;
    }

    /** Sentences about what is unusual in the sample, and what the guess made of it. */
    public List<String> notes() {
        return notes;
    }

    public Schema schema() {
        return schema;
    }

    /** Number of records that have more or fewer fields than the schema has columns. */
    public int otherLines() {
        return separation.records().size() - separation.matching();
    }

    /** Whether a delimiter was found. */
    public boolean isSeparated() {
        return separation.fields() > 1;
    }

    /** The text with which more columns have a type, or else the more frequent one. */
    private static String nullText(
            FieldSeparation separation, List<byte[]> records, List<String> notes) {
        String mark = NULL_TEXTS.get(0);
        String empty = NULL_TEXTS.get(1);
        long marks = count(separation, mark);
        long empties = count(separation, empty);
        if (marks == 0) {
            return empty;
        }
        long difference = typed(separation, empty, records) - typed(separation, mark, records);
        boolean emptyIsNull = difference > 0 || (difference == 0 && empties > marks);
        String chosen = emptyIsNull ? empty : mark;
        if (empties > 0) {
            notes.add(
                    "%d fields are %s, and %d are empty. A schema has one text for null, here \"%s\"; columns with the other are text, unless you give them 'bad null'."
                            .formatted(marks, mark, empties, chosen));
        }
        return chosen;
    }

    private static long typed(FieldSeparation separation, String nullText, List<byte[]> records) {
        ColumnTypes types = new ColumnTypes(separation, nullText, records);
        return IntStream.range(0, separation.fields())
                .filter(i -> types.type(i) != ColumnType.TEXT)
                .count();
    }

    private static long count(FieldSeparation separation, String wanted) {
        DelimitedRecord record = separation.record(separation.fields());
        long count = 0;
        for (byte[] each : separation.records()) {
            record.wrap(each, 0, each.length);
            count += fields(record).stream().filter(wanted::equals).count();
        }
        return count;
    }

    /**
     * The names in the first line; empty if it is a record. It is a header if its fields are texts,
     * and one of them does not have the type of the fields below it.
     */
    private static HeaderNames names(
            FieldSeparation separation, List<byte[]> all, ColumnTypes below) {
        byte[] line = all.get(0);
        Schema texts = separation.record(separation.fields()).schema();
        HeaderNames none = new HeaderNames(List.of(), List.of());
        DelimitedRecord record = separation.record(separation.fields());
        record.wrap(line, 0, line.length);
        List<String> fields = fields(record);
        ColumnTypes own = new ColumnTypes(separation, "", List.of(line));
        boolean typed = false;
        for (int i = 0; i < separation.fields(); i++) {
            if (own.type(i) != ColumnType.TEXT) {
                return none;
            }
            typed |=
                    below.type(i) != ColumnType.TEXT
                            || ColumnNotes.isDecimalComma(
                                    ColumnNotes.fields(texts, i, all.subList(1, all.size())));
        }
        return typed && fields.size() == separation.fields() ? HeaderNames.of(fields) : none;
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
