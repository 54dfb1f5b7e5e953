package io.millrace.records.guess;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.LineBreaks;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A delimiter and a quote, and how well they fit a sample.
 *
 * @param fields the most frequent number of fields
 * @param matching how many records have it
 */
record FieldSeparation(int delimiter, int quote, int fields, int matching, SampleRecords sample) {

    private static final byte[] DELIMITERS = {'|', '\t', ',', ';', 1};
    private static final int[] QUOTES = {'"', Schema.NO_QUOTE};

    /** The separation by which most records have the same number of fields, at least two. */
    static FieldSeparation of(List<byte[]> lines) {
        FieldSeparation best =
                new FieldSeparation('|', Schema.NO_QUOTE, 1, 0, new SampleRecords(lines, false));
        for (byte delimiter : DELIMITERS) {
            for (int quote : QUOTES) {
                FieldSeparation next = with(delimiter, quote, lines);
                boolean used = quote == Schema.NO_QUOTE || next.hasQuotes();
                if (used && next.fields > 1 && next.isBetterThan(best)) {
                    best = next;
                }
            }
        }
        return best;
    }

    private boolean isBetterThan(FieldSeparation other) {
        long own = (long) matching * other.records().size();
        long others = (long) other.matching * records().size();
        if (own >= others && delimiter == ';' && other.delimiter == ',' && hasDecimalCommas()) {
            return true;
        }
        return own > others || (own == others && fields > other.fields);
    }

    /** Whether a column has numbers with decimal commas, so that commas are not delimiters. */
    private boolean hasDecimalCommas() {
        Schema schema = record(fields).schema();
        List<byte[]> below = records().subList(Math.min(1, records().size() - 1), records().size());
        return IntStream.range(0, fields)
                .anyMatch(i -> ColumnNotes.isDecimalComma(ColumnNotes.fields(schema, i, below)));
    }

    /** The records of the sample. */
    List<byte[]> records() {
        return sample.records();
    }

    private static FieldSeparation with(byte delimiter, int quote, List<byte[]> lines) {
        SampleRecords none = new SampleRecords(lines, false);
        FieldSeparation start = new FieldSeparation(delimiter, quote, 1, 0, none);
        SampleRecords sample = SampleRecords.of(lines, start.record(1).schema());
        int most = 1;
        for (byte[] each : sample.records()) {
            most = Math.max(most, 1 + count(each, delimiter));
        }
        DelimitedRecord record = start.record(most);
        Map<Integer, Integer> counts = new HashMap<>();
        for (byte[] each : sample.records()) {
            record.wrap(each, 0, each.length);
            counts.merge(record.fieldCount(), 1, Integer::sum);
        }
        Map.Entry<Integer, Integer> frequent =
                counts.entrySet().stream()
                        .max(
                                Map.Entry.<Integer, Integer>comparingByValue()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .orElseThrow();
        return new FieldSeparation(
                delimiter, quote, frequent.getKey(), frequent.getValue(), sample);
    }

    private static int count(byte[] bytes, byte wanted) {
        int count = 0;
        for (byte each : bytes) {
            count += each == wanted ? 1 : 0;
        }
        return count;
    }

    /** Whether a field of the sample is in quotes that are valid. */
    private boolean hasQuotes() {
        DelimitedRecord record = record(fields);
        for (byte[] each : records()) {
            record.wrap(each, 0, each.length);
            for (int i = 0; i < Math.min(fields, record.fieldCount()); i++) {
                try {
                    int offset = record.getText(i).offset();
                    if (record.getText(i).bytes() != each
                            || (offset > 0 && each[offset - 1] == (byte) quote)) {
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
        if (sample.multiline()) {
            schema.lineBreaks(LineBreaks.IN_FIELDS);
        }
        return quote == Schema.NO_QUOTE ? schema : schema.quote(quote);
    }
}
