package io.millrace.records.guess;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Sentences about columns that are text although most of their fields are numbers. */
final class ColumnNotes {

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern COMMA_NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d{3})*(,\\d+)?");

    private ColumnNotes() {}

    /** Whether a column has only numbers, some with decimal commas. */
    static boolean isDecimalComma(List<String> fields) {
        return fields.stream().anyMatch(each -> each.contains(","))
                && fields.stream().allMatch(each -> COMMA_NUMBER.matcher(each).matches());
    }

    static List<String> of(Schema schema, List<byte[]> records) {
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            Column column = schema.columns().get(i);
            List<String> fields =
                    column.type() == ColumnType.TEXT ? fields(schema, i, records) : List.of();
            List<String> others =
                    fields.stream().filter(each -> !NUMBER.matcher(each).matches()).toList();
            if (isDecimalComma(fields)) {
                notes.add(
                        "Column %s has numbers with decimal commas, such as '%s', which can only be read as text."
                                .formatted(column.name(), others.get(0)));
            } else if (!others.isEmpty() && 2 * others.size() < fields.size()) {
                notes.add(
                        "Column %s is text because %d of %d fields are not numbers, such as '%s'."
                                .formatted(
                                        column.name(),
                                        others.size(),
                                        fields.size(),
                                        others.get(0)));
            }
        }
        return notes;
    }

    /** The fields of a column that are neither null nor bad. */
    static List<String> fields(Schema schema, int column, List<byte[]> records) {
        DelimitedRecord record = new DelimitedRecord(schema);
        List<String> fields = new ArrayList<>();
        for (byte[] each : records) {
            record.wrap(each, 0, each.length);
            if (record.fieldCount() > column && !record.isNull(column)) {
                text(record, column).ifPresent(fields::add);
            }
        }
        return fields;
    }

    private static Optional<String> text(DelimitedRecord record, int column) {
        try {
            return Optional.of(record.getText(column).toString());
        } catch (BadFieldException e) {
            return Optional.empty(); // its quotes are not valid
        }
    }
}
