package io.millrace.records.proto;

import io.millrace.records.binary.BinaryColumns;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.Fields;
import io.millrace.records.text.Ordinals;
import io.millrace.records.text.TextSlice;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;

/**
 * A message as predicates read it: names of enums and truth values are texts. Used by one thread.
 */
final class ProtoFields extends BinaryColumns implements Fields {

    private final ProtoRecord record;
    private final List<ProtoColumn> columns;

    /**
     * The fields of a message.
     *
     * @param columns all of the record's, including those that only the predicate needs
     */
    ProtoFields(ProtoRecord record, List<ProtoColumn> columns) {
        super(columns.stream().map(ProtoColumn::name).toList());
        this.record = record;
        this.columns = columns;
    }

    @Override
    public Column column(int index) {
        ProtoColumn column = columns.get(index);
        if (column.repeated() || column.type() == ProtoType.MESSAGE) {
            throw new IllegalArgumentException(
                    "Column %s is %s, which predicates cannot compare. Filter in the mapper."
                            .formatted(
                                    column.name(), column.repeated() ? "repeated" : "a message"));
        }
        return switch (column.type()) {
            case INT -> plain(index, ColumnType.INT);
            case UINT, LONG -> plain(index, ColumnType.LONG);
            case FLOAT, DOUBLE -> plain(index, ColumnType.DOUBLE);
            default -> plain(index, ColumnType.TEXT);
        };
    }

    @Override
    public List<String> words(int index) {
        return switch (columns.get(index).type()) {
            case BOOLEAN -> TRUTH;
            case ENUM ->
                    columns.get(index).symbols().stream()
                            .map(EnumValueDescriptor::getName)
                            .toList();
            default -> List.of();
        };
    }

    @Override
    public boolean isNull(int column) {
        return record.isNull(column);
    }

    @Override
    public long getOrdinal(int column) {
        return switch (columns.get(column).type()) {
            case FLOAT, DOUBLE -> Ordinals.of(record.getDouble(column));
            default -> record.getLong(column);
        };
    }

    @Override
    public TextSlice getText(int column) {
        return columns.get(column).type() == ProtoType.BOOLEAN
                ? truth(record.getBoolean(column))
                : record.getText(column);
    }
}
