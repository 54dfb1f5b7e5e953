package io.millrace.records.proto;

import io.millrace.records.binary.ColumnNames;
import io.millrace.records.binary.LittleEndian;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.Varints;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.TextSlice;
import java.util.List;

/**
 * A message of Protocol Buffers: a view of its bytes, which gives typed access to its columns. One
 * object serves all messages of a split. It decodes only the requested values, each time they are
 * requested, and creates no object for a value. Used by one thread at a time.
 *
 * <p>Columns are counted from 0; {@link #indexOf} finds them by name. A field that is not set has
 * the default of its type or descriptor. A getter with an index reads an item of a repeated column,
 * counted from 0; without an index, it reads the first. A field that is not set in an item of a
 * repeated message counts as an item with the default. A getter throws {@link
 * IllegalArgumentException} if the column has another type, and {@link IndexOutOfBoundsException}
 * if there is no such item.
 */
public final class ProtoRecord {

    private final ProtoColumn[] columns;
    private final int requested;
    private final ProtoType[] types;
    private final ProtoColumn.Form[] forms;
    private final ProtoSymbols[] symbols;
    private final long[] defaultNumbers;
    private final byte[][] defaultTexts;
    private final TextSlice[] slices;
    private final Positions positions;
    private final ProtoWalk walk;
    private final String source;
    private byte[] bytes = {};
    private long offset;
    private long number;

    /**
     * An empty record.
     *
     * @param source the file, for messages
     */
    ProtoRecord(ProtoPlan plan, String source) {
        this.source = source;
        columns = plan.columns().toArray(ProtoColumn[]::new);
        requested = plan.requested();
        types = new ProtoType[columns.length];
        forms = new ProtoColumn.Form[columns.length];
        symbols = new ProtoSymbols[columns.length];
        defaultNumbers = new long[columns.length];
        defaultTexts = new byte[columns.length][];
        slices = new TextSlice[columns.length];
        for (int i = 0; i < columns.length; i++) {
            types[i] = columns[i].type();
            forms[i] = columns[i].form();
            symbols[i] = new ProtoSymbols(columns[i].symbols());
            defaultNumbers[i] = columns[i].defaultNumber();
            defaultTexts[i] = columns[i].defaultText();
            slices[i] = new TextSlice();
        }
        positions = plan.positions();
        walk = new ProtoWalk(plan.root(), positions);
    }

    /** Moves to a message, whose bytes stay the caller's. */
    void wrap(byte[] message, int from, int to, long newOffset, long newNumber)
            throws MalformedException {
        bytes = message;
        offset = newOffset;
        number = newNumber;
        walk.message(message, from, to);
    }

    /** The columns that the job requests, in its order. */
    public List<ProtoColumn> columns() {
        return List.of(columns).subList(0, requested);
    }

    /**
     * The position of a column.
     *
     * @throws IllegalArgumentException if the job does not request it
     */
    public int indexOf(String name) {
        return ColumnNames.indexOf(name, columns().stream().map(ProtoColumn::name).toList());
    }

    /**
     * Whether the field is not set. False for fields that {@link ProtoColumn#nullable} excludes.
     */
    public boolean isNull(int column) {
        return isNull(column, 0);
    }

    /** Whether the field is not set in an item of a repeated message. */
    public boolean isNull(int column, int index) {
        return columns[column].nullable() && start(column, index) == Positions.ABSENT;
    }

    /** Number of items of a repeated column; of others, 1 if the field is set. */
    public int getCount(int column) {
        return positions.count(column);
    }

    /** The value of an int column, or the number of an enum. */
    public int getInt(int column) {
        return getInt(column, 0);
    }

    /** An item of a repeated int or enum column. */
    public int getInt(int column, int index) {
        if (types[column] != ProtoType.ENUM) {
            require(column, ProtoType.INT);
        }
        return (int) raw(column, index);
    }

    /** The value of a long, int or uint column. */
    public long getLong(int column) {
        return getLong(column, 0);
    }

    /** An item of a repeated long, int or uint column. */
    public long getLong(int column, int index) {
        if (types[column] == ProtoType.INT) {
            return (int) raw(column, index);
        }
        if (types[column] == ProtoType.UINT) {
            return Integer.toUnsignedLong((int) raw(column, index));
        }
        require(column, ProtoType.LONG);
        return raw(column, index);
    }

    /** The value of a double or float column. */
    public double getDouble(int column) {
        return getDouble(column, 0);
    }

    /** An item of a repeated double or float column. */
    public double getDouble(int column, int index) {
        if (types[column] == ProtoType.FLOAT) {
            return Float.intBitsToFloat((int) raw(column, index));
        }
        require(column, ProtoType.DOUBLE);
        return Double.longBitsToDouble(raw(column, index));
    }

    /** The value of a boolean column. */
    public boolean getBoolean(int column) {
        return getBoolean(column, 0);
    }

    /** An item of a repeated boolean column. */
    public boolean getBoolean(int column, int index) {
        require(column, ProtoType.BOOLEAN);
        return raw(column, index) != 0;
    }

    /**
     * The bytes of a text or bytes column, or the name of an enum. Each column has one slice, which
     * the next call overwrites.
     *
     * @throws BadFieldException if the number of an enum has no name
     */
    public TextSlice getText(int column) {
        return getText(column, 0);
    }

    /** An item of a repeated text, bytes or enum column. */
    public TextSlice getText(int column, int index) {
        return switch (types[column]) {
            case ENUM -> set(column, name(column, (int) raw(column, index)));
            case TEXT, BYTES -> {
                int at = start(column, index);
                yield at == Positions.ABSENT
                        ? set(column, defaultTexts[column])
                        : slice(column, at);
            }
            default -> throw wrongType(column, "text, bytes or enum");
        };
    }

    private TextSlice slice(int column, int from) {
        int length = (int) Varints.value(bytes, from);
        int at = from;
        while (bytes[at] < 0) {
            at++;
        }
        return slices[column].set(bytes, at + 1, at + 1 + length);
    }

    private TextSlice set(int column, byte[] text) {
        return slices[column].set(text, 0, text.length);
    }

    private byte[] name(int column, int value) {
        byte[] name = symbols[column].name(value);
        if (name == null) {
            throw new BadFieldException(
                    "Cannot read column %d (%s) of message %d at byte %d of %s. The enum has no name for %d. Use a newer descriptor, or call getInt."
                            .formatted(column, columns[column], number, offset, source, value));
        }
        return name;
    }

    /** A number before it is cut to its type, or the bits of a real number. */
    private long raw(int column, int index) {
        int at = start(column, index);
        if (at == Positions.ABSENT) {
            return defaultNumbers[column];
        }
        return switch (forms[column]) {
            case VARINT -> Varints.value(bytes, at);
            case ZIGZAG -> Varints.signed(zigzag(column, at));
            case FIXED32 -> LittleEndian.intAt(bytes, at);
            case FIXED64 -> LittleEndian.longAt(bytes, at);
            case NONE -> throw wrongType(column, "a number");
        };
    }

    /** The number of a sint column, without the bits above its type's. */
    private long zigzag(int column, int at) {
        long value = Varints.value(bytes, at);
        return types[column] == ProtoType.INT ? Integer.toUnsignedLong((int) value) : value;
    }

    private int start(int column, int index) {
        if (index >= 0 && index < positions.count(column)) {
            return positions.start(column, index);
        }
        if (columns[column].repeated() || index != 0) {
            throw new IndexOutOfBoundsException(
                    "Column %d (%s) of message %d at byte %d of %s has %d items, and none with the index %d. Call getCount first."
                            .formatted(
                                    column,
                                    columns[column],
                                    number,
                                    offset,
                                    source,
                                    positions.count(column),
                                    index));
        }
        return Positions.ABSENT;
    }

    private void require(int column, ProtoType type) {
        if (types[column] != type) {
            throw wrongType(column, type.toString());
        }
    }

    private IllegalArgumentException wrongType(int column, String type) {
        return new IllegalArgumentException(
                "Column %d (%s) has the type %s, not %s. Call the getter of its type."
                        .formatted(column, columns[column].name(), types[column], type));
    }
}
