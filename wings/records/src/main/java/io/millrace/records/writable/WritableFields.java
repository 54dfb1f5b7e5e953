package io.millrace.records.writable;

import io.millrace.records.binary.BinaryColumns;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.Fields;
import io.millrace.records.text.Ordinals;
import io.millrace.records.text.TextSlice;
import java.util.List;

/** A record as predicates read it: truth values are texts. Used by one thread. */
final class WritableFields extends BinaryColumns implements Fields {

    private final WritableRecord record;
    private final List<WritableField> columns;

    WritableFields(WritableRecord record) {
        super(record.columns().stream().map(WritableField::name).toList());
        this.record = record;
        this.columns = record.columns();
    }

    @Override
    public Column column(int index) {
        return switch (columns.get(index).form()) {
            case BYTE, SHORT, INT, VINT -> plain(index, ColumnType.INT);
            case LONG, VLONG -> plain(index, ColumnType.LONG);
            case FLOAT, DOUBLE -> plain(index, ColumnType.DOUBLE);
            case BOOLEAN, TEXT, UTF, BYTES -> plain(index, ColumnType.TEXT);
        };
    }

    @Override
    public List<String> words(int index) {
        return columns.get(index).form() == WritableForm.BOOLEAN ? TRUTH : List.of();
    }

    @Override
    public boolean isNull(int column) {
        return false;
    }

    @Override
    public long getOrdinal(int column) {
        return switch (columns.get(column).form()) {
            case FLOAT, DOUBLE -> Ordinals.of(record.getDouble(column));
            default -> record.getLong(column);
        };
    }

    @Override
    public TextSlice getText(int column) {
        return columns.get(column).form() == WritableForm.BOOLEAN
                ? truth(record.getBoolean(column))
                : record.getText(column);
    }
}
