package io.millrace.bench.decoders;

import io.millrace.records.text.DelimitedLines;
import io.millrace.records.text.DelimitedRecord;
import java.util.Arrays;
import java.util.List;

/**
 * The totals that a reader in another process must find: records, bytes of text, sums of numbers.
 */
final class VisitsTotals {

    private static final List<Integer> TEXTS = List.of(1, 4, 5, 6, 7);

    private VisitsTotals() {}

    static List<Double> of(byte[] text, Columns columns) {
        DelimitedRecord record = new DelimitedRecord(MutableDecoder.SCHEMA);
        DelimitedLines lines = new DelimitedLines(text, 0, text.length);
        double[] totals = new double[columns == Columns.TWO ? 3 : 5];
        while (lines.next(record)) {
            totals[0]++;
            totals[1] += record.getText(0).length();
            totals[2] += record.getDouble(3);
            if (columns == Columns.NINE) {
                for (int column : TEXTS) {
                    totals[1] += record.getText(column).length();
                }
                totals[3] += record.getDate(2);
                totals[4] += record.getInt(8);
            }
        }
        return Arrays.stream(totals).boxed().toList();
    }
}
