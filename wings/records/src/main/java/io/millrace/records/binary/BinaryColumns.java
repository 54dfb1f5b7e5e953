package io.millrace.records.binary;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.predicate.Columns;
import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.TextSlice;
import java.util.List;

/** The columns of binary records for predicates. Used by one thread. */
public abstract class BinaryColumns implements Columns {

    /** The words of truth values. */
    protected static final List<String> TRUTH = List.of("false", "true");

    private static final byte[] FALSE = TRUTH.get(0).getBytes(UTF_8);
    private static final byte[] TRUE = TRUTH.get(1).getBytes(UTF_8);

    private final List<String> names;
    private final TextSlice slice = new TextSlice();

    /** Columns with these names, in their order. */
    protected BinaryColumns(List<String> names) {
        this.names = names;
    }

    @Override
    public final int indexOf(String name) {
        return ColumnNames.indexOf(name, names);
    }

    /** A column of a type without parameters. */
    protected final Column plain(int index, ColumnType type) {
        return new Column(names.get(index), type, 0, 0, true, BadField.ERROR);
    }

    /** A column of decimals. */
    protected final Column decimal(int index, int precision, int scale) {
        return new Column(
                names.get(index), ColumnType.DECIMAL, precision, scale, true, BadField.ERROR);
    }

    /** The word of a truth value. */
    protected final TextSlice truth(boolean value) {
        byte[] word = value ? TRUE : FALSE;
        return slice.set(word, 0, word.length);
    }
}
