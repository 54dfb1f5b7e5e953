package io.millrace.records.config;

import io.millrace.records.predicate.RecordTest;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
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
    private long number;

    /** A filter for a split that starts at {@code start} of a file. */
    public RecordFilter(
            Schema schema, @Nullable RecordTest where, Path file, long start, RecordCounts counts) {
        record = new DelimitedRecord(schema);
        record.source(file.toString());
        sieve = new RecordSieve(where, counts);
        header = schema.header();
        fromStart = start == 0;
    }

    /** The record that all lines become. */
    public DelimitedRecord record() {
        return record;
    }

    /** Moves the record to a line; whether it is one of the job's. */
    public boolean take(LongWritable offset, Text line) {
        boolean first = fromStart && number == 0;
        number++;
        record.wrap(line.getBytes(), 0, line.getLength());
        record.position(offset.get(), number);
        return !(header && first) && sieve.keeps(record);
    }
}
