package io.millrace.records.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.binary.BinaryColumns;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.Fields;
import io.millrace.records.text.Ordinals;
import io.millrace.records.text.TextSlice;
import java.util.Arrays;
import java.util.List;

/** A record as predicates read it: symbols and truth values are texts. Used by one thread. */
final class AvroFields extends BinaryColumns implements Fields {

    private final AvroRecord record;
    private final List<AvroColumn> columns;

    /**
     * The fields of a record.
     *
     * @param columns all of the record's, including those that only the predicate needs
     */
    AvroFields(AvroRecord record, List<AvroColumn> columns) {
        super(columns.stream().map(AvroColumn::name).toList());
        this.record = record;
        this.columns = columns;
    }

    @Override
    public Column column(int index) {
        AvroColumn column = columns.get(index);
        return switch (column.type()) {
            case INT -> plain(index, ColumnType.INT);
            case LONG -> plain(index, ColumnType.LONG);
            case FLOAT, DOUBLE -> plain(index, ColumnType.DOUBLE);
            case DATE -> plain(index, ColumnType.DATE);
            case TIMESTAMP -> plain(index, ColumnType.TIMESTAMP);
            case DECIMAL -> decimal(index, column.precision(), column.scale());
            case BOOLEAN, TEXT, BYTES, ENUM -> plain(index, ColumnType.TEXT);
        };
    }

    @Override
    public List<String> words(int index) {
        return switch (columns.get(index).type()) {
            case BOOLEAN -> TRUTH;
            case ENUM ->
                    Arrays.stream(columns.get(index).symbols())
                            .map(symbol -> new String(symbol, UTF_8))
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
            case DATE -> record.getDate(column);
            case TIMESTAMP -> record.getTimestamp(column);
            case DECIMAL -> record.getDecimal(column);
            default -> record.getLong(column);
        };
    }

    @Override
    public TextSlice getText(int column) {
        return columns.get(column).type() == AvroType.BOOLEAN
                ? truth(record.getBoolean(column))
                : record.getText(column);
    }
}
