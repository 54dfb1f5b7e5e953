package io.millrace.records.text;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import java.util.List;
import java.util.Objects;

/**
 * A record of delimited text: a view of a line's bytes, which gives typed access to its fields. One
 * object serves all records of a split. It finds and parses only the requested fields, each time
 * they are requested, and creates no object for a field. Used by one thread at a time.
 *
 * <p>Columns are counted from 0; {@link Schema#indexOf} finds them by name. A getter throws {@link
 * BadFieldException} if the field is missing, or does not have the column's type, or is null. It
 * throws {@link IllegalArgumentException} if the column has another type. Fields after the schema's
 * last column are ignored.
 */
public final class DelimitedRecord implements Fields {

    private final Schema schema;
    private final Column[] columns;
    private final ColumnType[] types;
    private final boolean[] nullable;
    private final int[] skipping;
    private final byte[] nullText;
    private final FieldPositions positions;
    private final FieldMessages messages;
    private final RecordPlace place = new RecordPlace();
    private final ParsedField field = new ParsedField();
    private final Unquoted unquoted;
    private final TextSlice[] slices;
    private final TextSlice line = new TextSlice();

    /** An empty record of a schema. */
    public DelimitedRecord(Schema schema) {
        this.schema = schema;
        List<Column> all = schema.columns();
        columns = all.toArray(Column[]::new);
        types = all.stream().map(Column::type).toArray(ColumnType[]::new);
        nullable = new boolean[columns.length];
        slices = new TextSlice[columns.length];
        for (int i = 0; i < columns.length; i++) {
            nullable[i] = columns[i].nullable();
            slices[i] = new TextSlice();
        }
        skipping =
                all.stream()
                        .filter(each -> each.bad() == BadField.SKIP)
                        .mapToInt(all::indexOf)
                        .toArray();
        nullText = new byte[schema.nullText().remaining()];
        schema.nullText().get(nullText);
        positions = new FieldPositions(schema);
        unquoted = new Unquoted((byte) schema.quote());
        messages = new FieldMessages(positions, place);
    }

    public Schema schema() {
        return schema;
    }

    /**
     * Moves to a record. The bytes stay the caller's, who must not change them while this record is
     * in use.
     *
     * @param length without the line end
     */
    public void wrap(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        positions.reset(bytes, offset, offset + length);
    }

    /** Sets the name of the source, usually a file, for messages. */
    public void source(String name) {
        place.set(name);
    }

    /** Sets the position of the record in its source and its number there, for messages. */
    public void position(long offset, long number) {
        place.set(offset, number);
    }

    /** The value of an int column. */
    public int getInt(int column) {
        require(column, ColumnType.INT);
        open(column);
        byte[] bytes = unquoted.bytes();
        if (!field.integer(
                bytes, unquoted.from(), unquoted.to(), Integer.MIN_VALUE, Integer.MAX_VALUE)) {
            throw messages.bad(column, columns[column]);
        }
        return (int) field.whole();
    }

    /** The value of a long or int column. */
    public long getLong(int column) {
        if (types[column] == ColumnType.INT) {
            return getInt(column);
        }
        require(column, ColumnType.LONG);
        open(column);
        byte[] bytes = unquoted.bytes();
        if (!field.integer(bytes, unquoted.from(), unquoted.to(), Long.MIN_VALUE, Long.MAX_VALUE)) {
            throw messages.bad(column, columns[column]);
        }
        return field.whole();
    }

    /** The value of a double column, to the bits of {@link Double#parseDouble}. */
    public double getDouble(int column) {
        require(column, ColumnType.DOUBLE);
        open(column);
        if (!field.floating(unquoted.bytes(), unquoted.from(), unquoted.to())) {
            throw messages.bad(column, columns[column]);
        }
        return field.real();
    }

    /**
     * The value of a decimal column without its point: with a scale of 2, 1.5 yields 150. The scale
     * is {@link Column#scale}.
     */
    public long getDecimal(int column) {
        return whole(column, ColumnType.DECIMAL);
    }

    /** The value of a date column, as the number of days since 1970-01-01. */
    public int getDate(int column) {
        return (int) whole(column, ColumnType.DATE);
    }

    /** The value of a timestamp column, in microseconds since 1970-01-01, UTC. */
    public long getTimestamp(int column) {
        return whole(column, ColumnType.TIMESTAMP);
    }

    /** The value of an ip column, with the first number in the highest byte. */
    public int getIp(int column) {
        return (int) whole(column, ColumnType.IP);
    }

    /**
     * The value of a column that is not a text, as {@link Ordinals} orders them: a whole number
     * whose order is that of the values.
     */
    @Override
    public long getOrdinal(int column) {
        open(column);
        byte[] bytes = unquoted.bytes();
        if (!field.parse(columns[column], bytes, unquoted.from(), unquoted.to())) {
            throw messages.bad(column, columns[column]);
        }
        return Ordinals.of(types[column], field);
    }

    /**
     * The bytes of a column of any type. Each column has one slice, which the next record
     * overwrites.
     */
    @Override
    public TextSlice getText(int column) {
        open(column);
        return unquoted.isCopy()
                ? slices[column].copy(unquoted.bytes(), unquoted.from(), unquoted.to())
                : slices[column].set(unquoted.bytes(), unquoted.from(), unquoted.to());
    }

    /**
     * Whether a field is null: it has the null text and its column is nullable, or it is bad and
     * its column treats bad fields as null.
     *
     * @throws BadFieldException if the field is missing, and its column does not treat it as null
     */
    @Override
    public boolean isNull(int column) {
        boolean badIsNull = columns[column].bad() == BadField.NULL;
        if (!positions.find(column)) {
            if (badIsNull) {
                return true;
            }
            throw messages.missing(column, columns[column]);
        }
        return hasNullText(column) || (badIsNull && !isValid(column));
    }

    /**
     * Whether all fields are valid in the columns that skip bad records. Input formats skip other
     * records.
     */
    public boolean isAccepted() {
        for (int column : skipping) {
            if (!positions.find(column) || (!hasNullText(column) && !isValid(column))) {
                return false;
            }
        }
        return true;
    }

    /** Number of fields that the record has, at most as many as the schema has columns. */
    public int fieldCount() {
        int last = columns.length - 1;
        return positions.find(last) ? columns.length : positions.found();
    }

    /** The bytes of the whole record. The record has one slice for them. */
    public TextSlice line() {
        return line.set(positions.bytes(), positions.recordStart(), positions.recordEnd());
    }

    /** The whole record as a new string; bytes that are not UTF-8 become U+FFFD. */
    @Override
    public String toString() {
        return line().toString();
    }

    private long whole(int column, ColumnType type) {
        require(column, type);
        open(column);
        if (!field.parse(columns[column], unquoted.bytes(), unquoted.from(), unquoted.to())) {
            throw messages.bad(column, columns[column]);
        }
        return field.whole();
    }

    private void require(int column, ColumnType type) {
        if (types[column] != type) {
            throw new IllegalArgumentException(
                    "Column %d (%s) has the type %s, not %s. Call the getter of its type."
                            .formatted(column, columns[column].name(), types[column], type));
        }
    }

    /** Finds a field that is not null. */
    private void open(int column) {
        if (!positions.find(column)) {
            throw messages.missing(column, columns[column]);
        }
        if (nullable[column] && hasNullText(column)) {
            throw messages.isNull(column, columns[column]);
        }
        if (!openFound(column)) {
            throw messages.badQuotes(column, columns[column]);
        }
    }

    private boolean openFound(int column) {
        int from = positions.start(column);
        int to = positions.end(column);
        return positions.isQuoted(column)
                ? unquoted.open(positions.bytes(), from, to)
                : unquoted.set(positions.bytes(), from, to);
    }

    private boolean isValid(int column) {
        return openFound(column)
                && field.parse(columns[column], unquoted.bytes(), unquoted.from(), unquoted.to());
    }

    private boolean hasNullText(int column) {
        int from = positions.start(column);
        int length = positions.end(column) - from;
        if (!nullable[column] || length != nullText.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (positions.bytes()[from + i] != nullText[i]) {
                return false;
            }
        }
        return true;
    }
}
