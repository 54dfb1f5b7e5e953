package io.millrace.records.input;

import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.paged.PagedScan;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** Reads the records of a split's pages. Used by one thread at a time. */
final class PagedReader extends RecordReader<LongWritable, DelimitedRecord> {

    private final LongWritable number = new LongWritable();
    private @Nullable PagedScan scan;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        PageSplit pages = (PageSplit) split;
        RecordCounts counts =
                new RecordCounts((name, amount) ->
                        context.getCounter(RecordCounts.GROUP, name).increment(amount));
        counts.add(RecordCounter.PAGES_SKIPPED, pages.skippedPages());
        counts.add(RecordCounter.BYTES_SKIPPED, pages.skippedBytes());
        scan =
                PagedScan.open(
                        pages.getPath(),
                        pages.getStart(),
                        pages.getLength(),
                        context.getConfiguration(),
                        counts);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        boolean found = scan().next();
        number.set(scan().number());
        return found;
    }

    @Override
    public LongWritable getCurrentKey() {
        return number;
    }

    @Override
    public DelimitedRecord getCurrentValue() {
        return scan().record();
    }

    @Override
    public float getProgress() {
        return scan().progress();
    }

    private PagedScan scan() {
        if (scan == null) {
            throw new IllegalStateException(
                    "The reader is not initialized. Call initialize first.");
        }
        return scan;
    }

    @Override
    public void close() throws IOException {
        if (scan != null) {
            scan.close();
        }
    }
}
