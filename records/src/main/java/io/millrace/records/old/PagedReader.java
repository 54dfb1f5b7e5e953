package io.millrace.records.old;

import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.paged.PagedScan;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Reads the records of a split's pages. Used by one thread at a time. */
final class PagedReader implements RecordReader<LongWritable, DelimitedRecord> {

    private final PagedScan scan;
    private final long length;

    PagedReader(PageSplit split, JobConf conf, Reporter reporter) throws IOException {
        RecordCounts counts =
                new RecordCounts(
                        (name, amount) -> reporter.incrCounter(RecordCounts.GROUP, name, amount));
        counts.add(RecordCounter.PAGES_SKIPPED, split.skippedPages());
        counts.add(RecordCounter.BYTES_SKIPPED, split.skippedBytes());
        length = split.getLength();
        scan = PagedScan.open(split.getPath(), split.getStart(), length, conf, counts);
    }

    /** Reads into the record that {@link #createValue} returned: this reader has only one. */
    @Override
    public boolean next(LongWritable key, DelimitedRecord value) throws IOException {
        boolean found = scan.next();
        key.set(scan.number());
        return found;
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public DelimitedRecord createValue() {
        return scan.record();
    }

    @Override
    public long getPos() {
        return (long) (scan.progress() * length);
    }

    @Override
    public float getProgress() {
        return scan.progress();
    }

    @Override
    public void close() throws IOException {
        scan.close();
    }
}
