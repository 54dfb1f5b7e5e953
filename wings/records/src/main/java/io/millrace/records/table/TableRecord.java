package io.millrace.records.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.io.Writable;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table. Columns are counted from 0, in the order in which the job names them. A getter
 * throws {@link IllegalArgumentException} if the field is null, or has another type. One object may
 * serve all rows of a split. Used by one thread at a time.
 *
 * <p>A field is a {@code Long} (an integer of any size up to 64 bits), {@code Double}, {@link
 * BigDecimal}, {@code Boolean}, {@link String}, {@link LocalDate}, {@link LocalDateTime} (in UTC if
 * the column has a time zone), or a byte array. A database's other types are texts.
 */
public final class TableRecord implements Writable {

    private static final long SECOND_MICROS = 1_000_000;

    private @Nullable Object[] fields;

    /** A record without columns, for {@link #readFields}. */
    public TableRecord() {
        this(0);
    }

    /** A record whose fields are null. */
    public TableRecord(int columns) {
        fields = new Object[columns];
    }

    /** The number of columns. */
    public int size() {
        return fields.length;
    }

    public boolean isNull(int column) {
        return fields[column] == null;
    }

    /** The value of an integer that fits 32 bits. */
    public int getInt(int column) {
        long value = getLong(column);
        if (value != (int) value) {
            throw new IllegalArgumentException(
                    "Column %d has the value %d, which does not fit 32 bits. Call getLong."
                            .formatted(column, value));
        }
        return (int) value;
    }

    /** The value of an integer. */
    public long getLong(int column) {
        return field(column, Long.class);
    }

    /** The value of a floating-point number. */
    public double getDouble(int column) {
        return field(column, Double.class);
    }

    /** The value of a decimal number. */
    public BigDecimal getDecimal(int column) {
        return field(column, BigDecimal.class);
    }

    public boolean getBoolean(int column) {
        return field(column, Boolean.class);
    }

    /** The value of a column of any type except bytes, as a text. */
    public String getText(int column) {
        Object value = get(column);
        return value == null || value instanceof byte[]
                ? field(column, String.class)
                : value.toString();
    }

    /** The value of a date, as the number of days since 1970-01-01. */
    public int getDate(int column) {
        return Math.toIntExact(field(column, LocalDate.class).toEpochDay());
    }

    /** The value of a timestamp, in microseconds since 1970-01-01, rounded down. */
    public long getTimestamp(int column) {
        LocalDateTime time = field(column, LocalDateTime.class);
        try {
            return Math.addExact(
                    Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), SECOND_MICROS),
                    time.get(ChronoField.MICRO_OF_SECOND));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "Column %d has the time %s, which does not fit 64 bits of microseconds. Call get."
                            .formatted(column, time),
                    e);
        }
    }

    /** The value of a column of bytes. The array is the record's own. */
    public byte[] getBytes(int column) {
        return field(column, byte[].class);
    }

    /** The value of a column as an object, one of those that the class comment lists, or null. */
    public @Nullable Object get(int column) {
        return fields[column];
    }

    /** Sets an integer. */
    public void setLong(int column, long value) {
        fields[column] = value;
    }

    public void setDouble(int column, double value) {
        fields[column] = value;
    }

    public void setDecimal(int column, BigDecimal value) {
        fields[column] = value;
    }

    public void setBoolean(int column, boolean value) {
        fields[column] = value;
    }

    public void setText(int column, String value) {
        fields[column] = value;
    }

    /** Sets a date. */
    public void setDate(int column, int days) {
        fields[column] = LocalDate.ofEpochDay(days);
    }

    /** Sets a timestamp, in microseconds since 1970-01-01. */
    public void setTimestamp(int column, long micros) {
        fields[column] =
                LocalDateTime.ofEpochSecond(
                        Math.floorDiv(micros, SECOND_MICROS),
                        (int) Math.floorMod(micros, SECOND_MICROS) * 1000,
                        ZoneOffset.UTC);
    }

    /** Sets bytes; the array becomes the record's own. */
    public void setBytes(int column, byte[] value) {
        fields[column] = value;
    }

    public void setNull(int column) {
        fields[column] = null;
    }

    /**
     * Sets a value, one of those that {@link #get} returns.
     *
     * @throws IllegalArgumentException if it has another class
     */
    public void set(int column, @Nullable Object value) {
        FieldForm.of(value);
        fields[column] = value;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(fields.length);
        for (Object field : fields) {
            FieldForm form = FieldForm.of(field);
            out.writeByte(form.ordinal());
            if (field != null) {
                form.write(field, out);
            }
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        fields = new Object[in.readInt()];
        for (int i = 0; i < fields.length; i++) {
            try {
                fields[i] = FieldForm.values()[in.readByte()].read(in);
            } catch (ArrayIndexOutOfBoundsException | DateTimeException e) {
                throw new IOException(
                        "Column %d of a table's record is damaged, or another version wrote it."
                                .formatted(i),
                        e);
            }
        }
    }

    private <T> T field(int column, Class<T> type) {
        Object value = fields[column];
        if (value == null) {
            throw new IllegalArgumentException(
                    "Column %d is null. Call isNull first.".formatted(column));
        }
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "Column %d has a value of %s, not of %s. Call the getter of its type."
                            .formatted(
                                    column,
                                    value.getClass().getSimpleName(),
                                    type.getSimpleName()));
        }
        return type.cast(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TableRecord record && Arrays.deepEquals(fields, record.fields);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(fields);
    }

    /** The fields as texts, with a bar between them; a null field is empty, bytes are listed. */
    @Override
    public String toString() {
        return Arrays.stream(fields)
                .map(field ->
                        field == null
                                ? ""
                                : field instanceof byte[] bytes
                                        ? Arrays.toString(bytes)
                                        : field.toString())
                .collect(Collectors.joining("|"));
    }
}
