package io.millrace.records.writable;

import io.millrace.records.binary.BigEndian;
import io.millrace.records.binary.ColumnNames;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.TextSlice;
import java.util.List;

/**
 * A record of a SequenceFile: a view of the bytes that its key and value have written, which gives
 * typed access to their fields. One object serves all records of a split. It decodes only the
 * requested values, each time they are requested, and creates no object for a value. Used by one
 * thread at a time.
 *
 * <p>Columns are counted from 0, those of the key first; {@link #indexOf} finds them by name. A
 * getter throws {@link IllegalArgumentException} if the column has another form.
 */
public final class WritableRecord {

    private final List<WritableField> columns;
    private final WritableForm[] forms;
    private final int keys;
    private final String source;
    private final TextSlice[] slices;

    /** Where each value's own bytes start, and the index after them. */
    private final int[] starts;

    private final int[] ends;
    private byte[] bytes = {};
    private long offset;

    /**
     * An empty record.
     *
     * @param source the file, for messages
     */
    WritableRecord(WritableLayout layout, String source) {
        columns = layout.all();
        keys = layout.key().size();
        this.source = source;
        forms = columns.stream().map(WritableField::form).toArray(WritableForm[]::new);
        slices = new TextSlice[forms.length];
        for (int i = 0; i < slices.length; i++) {
            slices[i] = new TextSlice();
        }
        starts = new int[forms.length];
        ends = new int[forms.length];
    }

    /**
     * Moves to a record, whose bytes stay the caller's.
     *
     * @param keyFrom the index of the key's first byte
     * @param valueFrom the index after the key
     * @param to the index after the value
     * @param place the offset of the record in the file, for messages
     */
    void wrap(byte[] record, int keyFrom, int valueFrom, int to, long place)
            throws MalformedException {
        bytes = record;
        offset = place;
        if (keys > 0) {
            fields(0, keys, keyFrom, valueFrom);
        }
        if (keys < forms.length) {
            fields(keys, forms.length, valueFrom, to);
        }
    }

    /** Finds the fields of the key, or of the value, which fill their bytes. */
    private void fields(int first, int last, int from, int to) throws MalformedException {
        int at = from;
        for (int i = first; i < last; i++) {
            try {
                starts[i] = forms[i].start(bytes, at, to);
                at = forms[i].end(bytes, at, starts[i], to);
            } catch (MalformedException e) {
                throw e.in(columns.get(i).name());
            }
            ends[i] = at;
        }
        if (at != to) {
            throw new MalformedException("%d bytes follow it.".formatted(to - at))
                    .in(columns.get(last - 1).name());
        }
    }

    /** The columns: the fields of the key, and then those of the value. */
    public List<WritableField> columns() {
        return columns;
    }

    /**
     * The position of a column.
     *
     * @throws IllegalArgumentException if the record does not have it
     */
    public int indexOf(String name) {
        return ColumnNames.indexOf(name, columns.stream().map(WritableField::name).toList());
    }

    /** The value of a column of whole numbers of at most 32 bits. */
    public int getInt(int column) {
        int at = starts[column];
        return switch (forms[column]) {
            case INT -> BigEndian.intAt(bytes, at);
            case SHORT -> BigEndian.shortAt(bytes, at);
            case BYTE -> bytes[at];
            case VINT -> number32(column);
            default -> throw wrongForm(column, "whole number of at most 32 bits");
        };
    }

    /** The value of a column of whole numbers. */
    public long getLong(int column) {
        return switch (forms[column]) {
            case LONG -> BigEndian.longAt(bytes, starts[column]);
            case VLONG -> WritableForm.number(bytes, starts[column]);
            default -> getInt(column);
        };
    }

    /** The value of a float or double column. */
    public double getDouble(int column) {
        int at = starts[column];
        return switch (forms[column]) {
            case DOUBLE -> Double.longBitsToDouble(BigEndian.longAt(bytes, at));
            case FLOAT -> Float.intBitsToFloat(BigEndian.intAt(bytes, at));
            default -> throw wrongForm(column, "float or double");
        };
    }

    /** The value of a boolean column: as for {@code readBoolean}, any byte except 0 is true. */
    public boolean getBoolean(int column) {
        if (forms[column] != WritableForm.BOOLEAN) {
            throw wrongForm(column, "boolean");
        }
        return bytes[starts[column]] != 0;
    }

    /** The bytes of a text. Each column has one slice, which the next record overwrites. */
    public TextSlice getText(int column) {
        return switch (forms[column]) {
            case TEXT, UTF, BYTES -> slices[column].set(bytes, starts[column], ends[column]);
            default -> throw wrongForm(column, "text, utf or bytes");
        };
    }

    private int number32(int column) {
        long number = WritableForm.number(bytes, starts[column]);
        if (number != (int) number) {
            throw new BadFieldException(
                    "Cannot read column %d (%s) of the record at byte %d of %s. %d does not fit into 32 bits. The field may be a vlong."
                            .formatted(column, columns.get(column), offset, source, number));
        }
        return (int) number;
    }

    private IllegalArgumentException wrongForm(int column, String form) {
        return new IllegalArgumentException(
                "Column %d (%s) has the form %s, not %s. Call the getter of its form."
                        .formatted(column, columns.get(column).name(), forms[column], form));
    }
}
