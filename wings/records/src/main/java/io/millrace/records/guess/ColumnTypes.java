package io.millrace.records.guess;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.util.Arrays;
import java.util.List;

/** The types that fit all fields of each column of a sample. Immutable. */
final class ColumnTypes {

    private final ColumnType[] types;
    private final boolean[] nullable;

    ColumnTypes(FieldSeparation separation, String nullText, List<byte[]> lines) {
        int columns = separation.fields();
        types = new ColumnType[columns];
        nullable = new boolean[columns];
        boolean[] used = new boolean[columns];
        boolean[] padded = new boolean[columns];
        DelimitedRecord texts = record(separation, nullText, ColumnType.TEXT);
        for (byte[] line : lines) {
            texts.wrap(line, 0, line.length);
            for (int i = 0; i < Math.min(columns, texts.fieldCount()); i++) {
                boolean isNull = texts.isNull(i);
                nullable[i] |= isNull;
                used[i] |= !isNull;
                padded[i] |= !isNull && isPadded(texts, i);
            }
        }
        for (ColumnType type : SchemaGuess.types()) {
            boolean[] fits = fitting(record(separation, nullText, type), texts, lines);
            for (int i = 0; i < columns; i++) {
                if (types[i] == null && fits[i] && used[i] && !padded[i]) {
                    types[i] = type;
                }
            }
        }
        for (int i = 0; i < columns; i++) {
            types[i] = types[i] == null ? ColumnType.TEXT : types[i];
        }
    }

    ColumnType type(int column) {
        return types[column];
    }

    boolean nullable(int column) {
        return nullable[column];
    }

    /** Whether a field is a number with leading zeros, which are lost if it is read as one. */
    private static boolean isPadded(DelimitedRecord texts, int column) {
        try {
            TextSlice text = texts.getText(column);
            byte[] bytes = text.bytes();
            int second = text.offset() + 1;
            return text.length() > 1
                    && bytes[second - 1] == '0'
                    && bytes[second] >= '0'
                    && bytes[second] <= '9'
                    && !isDay(text);
        } catch (BadFieldException e) {
            return true;
        }
    }

    /** A day of a year before 1000 also starts with a zero. */
    private static boolean isDay(TextSlice text) {
        return text.length() > 4 && text.bytes()[text.offset() + 4] == '-';
    }

    /** For each column, whether all fields are null or of the record's type. */
    private static boolean[] fitting(
            DelimitedRecord typed, DelimitedRecord texts, List<byte[]> lines) {
        boolean[] fits = new boolean[typed.schema().columns().size()];
        Arrays.fill(fits, true);
        for (byte[] line : lines) {
            typed.wrap(line, 0, line.length);
            texts.wrap(line, 0, line.length);
            for (int i = 0; i < Math.min(fits.length, texts.fieldCount()); i++) {
                fits[i] &= texts.isNull(i) || !typed.isNull(i);
            }
        }
        return fits;
    }

    /** A record whose columns have one type; fields of other types are null. */
    private static DelimitedRecord record(
            FieldSeparation separation, String nullText, ColumnType type) {
        SchemaBuilder schema = separation.schema().nullText(nullText);
        BadField bad = type == ColumnType.TEXT ? BadField.ERROR : BadField.NULL;
        for (int i = 0; i < separation.fields(); i++) {
            schema.column(new Column("column" + i, type, 0, 0, true, bad));
        }
        Schema built = schema.build();
        return new DelimitedRecord(built);
    }
}
