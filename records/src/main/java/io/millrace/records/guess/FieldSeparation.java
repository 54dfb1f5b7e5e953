package io.millrace.records.guess;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A delimiter and a quote, and how well they fit a sample: how many lines have the most frequent
 * number of fields.
 */
record FieldSeparation(int delimiter, int quote, int fields, int lines) {

    /** More columns than that are not counted. */
    static final int MOST_FIELDS = 1_000;

    private static final byte[] DELIMITERS = {'|', '\t', ',', ';', 1};
    private static final int[] QUOTES = {'"', Schema.NO_QUOTE};

    /** The separation by which most lines have the same number of fields, at least two. */
    static FieldSeparation of(List<byte[]> sample) {
        FieldSeparation best = new FieldSeparation('|', Schema.NO_QUOTE, 1, 0);
        for (byte delimiter : DELIMITERS) {
            for (int quote : QUOTES) {
                FieldSeparation next = with(delimiter, quote, sample);
                boolean used = quote == Schema.NO_QUOTE || next.hasQuotes(sample);
                if (used && next.fields > 1 && next.isBetterThan(best)) {
                    best = next;
                }
            }
        }
        return best;
    }

    private boolean isBetterThan(FieldSeparation other) {
        return lines > other.lines || (lines == other.lines && fields > other.fields);
    }

    private static FieldSeparation with(byte delimiter, int quote, List<byte[]> sample) {
        FieldSeparation none = new FieldSeparation(delimiter, quote, 1, 0);
        DelimitedRecord record = none.record(MOST_FIELDS);
        Map<Integer, Integer> lines = new HashMap<>();
        sample.forEach(line -> lines.merge(count(record, line), 1, Integer::sum));
        Map.Entry<Integer, Integer> most =
                lines.entrySet().stream()
                        .max(
                                Map.Entry.<Integer, Integer>comparingByValue()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .orElseThrow();
        return new FieldSeparation(delimiter, quote, most.getKey(), most.getValue());
    }

    /** Number of fields of a line. */
    static int count(DelimitedRecord record, byte[] line) {
        record.wrap(line, 0, line.length);
        return record.fieldCount();
    }

    /** Whether a field of the sample is in quotes that are valid. */
    private boolean hasQuotes(List<byte[]> sample) {
        DelimitedRecord record = record(fields);
        for (byte[] line : sample) {
            record.wrap(line, 0, line.length);
            for (int i = 0; i < Math.min(fields, record.fieldCount()); i++) {
                try {
                    int offset = record.getText(i).offset();
                    if (record.getText(i).bytes() != line
                            || (offset > 0 && line[offset - 1] == (byte) quote)) {
                        return true;
                    }
                } catch (BadFieldException e) {
                    return false;
                }
            }
        }
        return false;
    }

    /** A record of texts. */
    DelimitedRecord record(int columns) {
        SchemaBuilder schema = schema();
        for (int i = 0; i < columns; i++) {
            schema.column("column" + i, ColumnType.TEXT);
        }
        return new DelimitedRecord(schema.build());
    }

    /** A schema without columns. */
    SchemaBuilder schema() {
        SchemaBuilder schema = Schema.builder().delimiter(delimiter);
        return quote == Schema.NO_QUOTE ? schema : schema.quote(quote);
    }
}
