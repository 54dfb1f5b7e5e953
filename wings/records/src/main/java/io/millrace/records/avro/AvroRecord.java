package io.millrace.records.avro;

import io.millrace.records.binary.ColumnNames;
import io.millrace.records.binary.LittleEndian;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.Varints;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.TextSlice;
import java.util.List;
import org.apache.avro.Schema;

/**
 * A record of an Avro file: a view of a block's bytes, which gives typed access to its columns. One
 * object serves all records of a split. It decodes only the requested values, each time they are
 * requested, and creates no object for a value. Used by one thread at a time.
 *
 * <p>Columns are counted from 0; {@link #indexOf} finds them by name. A getter throws {@link
 * BadFieldException} if the value is null or cannot be that of its type, and {@link
 * IllegalArgumentException} if the column has another type.
 */
public final class AvroRecord {

    private final AvroColumn[] columns;
    private final int requested;
    private final AvroType[] types;
    private final Schema.Type[] stored;
    private final byte[][][] symbols;
    private final int[][] positions;
    private final TextSlice[] slices;
    private final int[] starts;
    private final AvroWalk walk;
    private final String source;

    /** For each column the bytes with its value: those of the block, or of its default. */
    private final byte[][] bytes;

    private long block;
    private long number;

    /**
     * An empty record.
     *
     * @param source the file, for messages
     */
    AvroRecord(AvroPlan plan, String source) {
        columns = plan.columns().toArray(AvroColumn[]::new);
        requested = plan.requested();
        this.source = source;
        types = new AvroType[columns.length];
        stored = new Schema.Type[columns.length];
        symbols = new byte[columns.length][][];
        positions = new int[columns.length][];
        bytes = new byte[columns.length][];
        slices = new TextSlice[columns.length];
        starts = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            types[i] = columns[i].type();
            stored[i] = columns[i].stored();
            slices[i] = new TextSlice();
            boolean isEnum = types[i] == AvroType.ENUM;
            symbols[i] = isEnum ? columns[i].symbols() : new byte[0][];
            positions[i] = isEnum ? columns[i].positions() : new int[0];
        }
        walk = new AvroWalk(plan.root(), starts);
    }

    /** Moves before the first record of a block, which stays the caller's. */
    void reset(byte[] content, int to, long offset) {
        for (int i = 0; i < bytes.length; i++) {
            byte[] constant = columns[i].constant();
            bytes[i] = constant == null ? content : constant;
        }
        block = offset;
        number = 0;
        walk.reset(content, to);
    }

    /** Moves to the record at an index of the block. Returns the index after it. */
    int moveTo(int at) throws MalformedException {
        number++;
        return walk.record(at);
    }

    /** The number of the record in its block, counted from 1. */
    long number() {
        return number;
    }

    /** The columns that the job requests, in its order. */
    public List<AvroColumn> columns() {
        return List.of(columns).subList(0, requested);
    }

    /**
     * The position of a column.
     *
     * @throws IllegalArgumentException if the job does not request it
     */
    public int indexOf(String name) {
        return ColumnNames.indexOf(name, columns().stream().map(AvroColumn::name).toList());
    }

    /** Whether a value is null, or a record that contains it. */
    public boolean isNull(int column) {
        return starts[column] == AvroWalk.NULL;
    }

    /** The value of an int column, or the position of an enum column's symbol. */
    public int getInt(int column) {
        if (types[column] == AvroType.ENUM) {
            return symbol(column);
        }
        require(column, AvroType.INT);
        return whole32(column);
    }

    /** The value of a long or int column. */
    public long getLong(int column) {
        if (types[column] == AvroType.INT) {
            return whole32(column);
        }
        require(column, AvroType.LONG);
        return whole64(column);
    }

    /** The value of a double or float column. */
    public double getDouble(int column) {
        boolean isFloat = types[column] == AvroType.FLOAT;
        if (!isFloat) {
            require(column, AvroType.DOUBLE);
        }
        if (stored[column] == Schema.Type.DOUBLE) {
            return Double.longBitsToDouble(LittleEndian.longAt(bytes[column], open(column)));
        }
        if (stored[column] == Schema.Type.FLOAT) {
            return Float.intBitsToFloat(LittleEndian.intAt(bytes[column], open(column)));
        }
        long whole = whole64(column);
        return isFloat ? (float) whole : whole;
    }

    /** The value of a boolean column. */
    public boolean getBoolean(int column) {
        require(column, AvroType.BOOLEAN);
        int value = bytes[column][open(column)];
        if (value != 0 && value != 1) {
            throw bad(column, "The byte of a boolean is 0 or 1, but this one is " + value + ".");
        }
        return value == 1;
    }

    /**
     * The value of a decimal column without its point: with a scale of 2, 1.5 yields 150. The scale
     * is {@link AvroColumn#scale}. A value that a long cannot have is an error; {@link #getText}
     * has its bytes.
     */
    public long getDecimal(int column) {
        require(column, AvroType.DECIMAL);
        TextSlice slice = slice(column);
        byte[] value = slice.bytes();
        int at = slice.offset();
        int end = at + slice.length();
        if (at == end) {
            throw bad(column, "A decimal has at least one byte, but this one has none.");
        }
        long sign = value[at] >> 7;
        for (; end - at > Long.BYTES; at++) {
            if (value[at] != sign) {
                throw tooLarge(column, slice.length());
            }
        }
        if (value[at] >> 7 != sign) {
            throw tooLarge(column, slice.length());
        }
        long number = sign;
        for (; at < end; at++) {
            number = number << Byte.SIZE | (value[at] & 0xff);
        }
        return number;
    }

    /** The value of a date column, as the number of days since 1970-01-01. */
    public int getDate(int column) {
        require(column, AvroType.DATE);
        return whole32(column);
    }

    /** The value of a timestamp column, in microseconds since 1970-01-01. */
    public long getTimestamp(int column) {
        require(column, AvroType.TIMESTAMP);
        long value = whole64(column);
        int unit = columns[column].unitMicros();
        if (Math.multiplyHigh(value, unit) != (value * unit) >> 63) {
            throw bad(column, "%d ms are more than fit into microseconds.".formatted(value));
        }
        return value * unit;
    }

    /**
     * The bytes of a text, bytes or decimal column, or the symbol of an enum column. Each column
     * has one slice, which the next record overwrites.
     */
    public TextSlice getText(int column) {
        return switch (types[column]) {
            case ENUM -> {
                byte[] symbol = symbols[column][symbol(column)];
                yield slices[column].set(symbol, 0, symbol.length);
            }
            case TEXT, BYTES, DECIMAL -> slice(column);
            default -> throw wrongType(column, "text, bytes, enum or decimal");
        };
    }

    private TextSlice slice(int column) {
        byte[] value = bytes[column];
        int at = open(column);
        int fixed = columns[column].fixedBytes();
        if (fixed != AvroColumn.NOT_FIXED) {
            return slices[column].set(value, at, at + fixed);
        }
        int length = (int) Varints.signed(Varints.value(value, at));
        while (value[at] < 0) {
            at++;
        }
        return slices[column].set(value, at + 1, at + 1 + length);
    }

    /** The position of a symbol in the column's schema. */
    private int symbol(int column) {
        int value = whole32(column);
        if (value < 0 || value >= positions[column].length) {
            throw bad(
                    column,
                    "The enum has %d symbols, but the value is symbol %d."
                            .formatted(positions[column].length, value));
        }
        int position = positions[column][value];
        if (position == AvroColumn.UNKNOWN) {
            throw failure(
                    column,
                    "The value is symbol %d of the file's enum, which the job's schema does not have. Add it there, or a default for the enum."
                            .formatted(value));
        }
        return position;
    }

    private int whole32(int column) {
        long value = Varints.value(bytes[column], open(column));
        if (value >>> Integer.SIZE != 0) {
            throw bad(column, "The number has more than 32 bits.");
        }
        return (int) Varints.signed(value);
    }

    private long whole64(int column) {
        return stored[column] == Schema.Type.INT
                ? whole32(column)
                : Varints.signed(Varints.value(bytes[column], open(column)));
    }

    /** Where a value that is not null starts. */
    private int open(int column) {
        int at = starts[column];
        if (at == AvroWalk.NULL) {
            throw failure(column, "The value is null. Call isNull first.");
        }
        return at;
    }

    private void require(int column, AvroType type) {
        if (types[column] != type) {
            throw wrongType(column, type.toString());
        }
    }

    private IllegalArgumentException wrongType(int column, String type) {
        return new IllegalArgumentException(
                "Column %d (%s) has the type %s, not %s. Call the getter of its type."
                        .formatted(column, columns[column].name(), types[column], type));
    }

    private BadFieldException tooLarge(int column, int length) {
        return failure(
                column,
                "The decimal has %d bytes, and does not fit into a long. Call getText for its bytes."
                        .formatted(length));
    }

    private BadFieldException bad(int column, String reason) {
        return failure(column, reason + " Copy the file again, or write it again from its source.");
    }

    private BadFieldException failure(int column, String reason) {
        return new BadFieldException(
                "Cannot read column %d (%s) of record %d of the block at byte %d of %s. %s"
                        .formatted(column, columns[column], number, block, source, reason));
    }
}
