package io.millrace.records.guess;

import io.millrace.records.schema.Schema;
import io.millrace.records.text.OpenQuotes;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a sample's lines.
 *
 * @param multiline whether some have several lines, because quoted fields contain line breaks
 */
record SampleRecords(List<byte[]> records, boolean multiline) {

    /** If a record would have more lines, a quote is missing, most probably. */
    private static final int MOST_LINES = 100;

    /** Joins lines within quotes, unless it is more probable that a quote is missing. */
    static SampleRecords of(List<byte[]> lines, Schema schema) {
        SampleRecords single = new SampleRecords(lines, false);
        if (schema.quote() == Schema.NO_QUOTE) {
            return single;
        }
        OpenQuotes quotes = new OpenQuotes(schema);
        List<byte[]> records = new ArrayList<>();
        ByteArrayOutputStream open = new ByteArrayOutputStream();
        int count = 0;
        boolean multiline = false;
        for (byte[] line : lines) {
            open.writeBytes(line);
            if (++count > MOST_LINES) {
                return single;
            }
            if (quotes.add(line, 0, line.length)) {
                open.write('\n');
                continue;
            }
            records.add(open.toByteArray());
            multiline |= count > 1;
            open.reset();
            count = 0;
        }
        // The end of the sample may cut a record: it is left out.
        return multiline ? new SampleRecords(records, true) : single;
    }
}
