package io.millrace.records.config;

import io.millrace.records.schema.LineBreaks;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Turns the lines of a split into records, and says which are records of the job: not the header,
 * and none that the schema skips or that does not match. Used by one thread at a time.
 */
public final class RecordFilter {

    private final DelimitedRecord record;
    private final RecordSieve sieve;
    private final boolean header;
    private final boolean fromStart;
    private final @Nullable RecordLines lines;
    private long number;

    /**
     * A filter for a split that starts at {@code start} of a file.
     *
     * @throws IOException if the predicate is not valid, or if the split starts within a file whose
     *     records have several lines
     */
    public RecordFilter(
            Configuration conf, Schema schema, Path file, long start, RecordCounts counts)
            throws IOException {
        if (start > 0 && schema.lineBreaks() == LineBreaks.IN_FIELDS) {
            throw new IOException(
                    "A split starts at byte %d of %s, but files whose records have several lines cannot be split. Use DecodedText's own splits."
                            .formatted(start, file));
        }
        lines = RecordLines.of(schema, file, LineSettings.recordDelimiter(conf));
        record = new DelimitedRecord(schema);
        record.source(file.toString());
        sieve = new RecordSieve(JobPredicate.of(conf, schema), counts);
        header = schema.header();
        fromStart = start == 0;
    }

    /** The record that all lines become. */
    public DelimitedRecord record() {
        return record;
    }

    /**
     * Moves the record to a line, or to the lines up to this one. The offset becomes that of the
     * record's first line.
     *
     * @return whether this is one of the job's records; false if the record continues
     */
    public boolean take(LongWritable offset, Text line) {
        Text whole = lines == null ? line : lines.add(offset, line);
        return whole != null && takeRecord(offset, whole);
    }

    /**
     * Checks that the last record has ended. Called after the last line of the split.
     *
     * @throws io.millrace.records.text.BadFieldException if it has not
     */
    public void end() {
        if (lines != null) {
            lines.end();
        }
    }

    private boolean takeRecord(LongWritable offset, Text line) {
        boolean first = fromStart && number == 0;
        number++;
        record.wrap(line.getBytes(), 0, line.getLength());
        record.position(offset.get(), number);
        return !(header && first) && sieve.keeps(record);
    }
}
