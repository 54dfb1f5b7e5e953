package io.millrace.records.old;

import io.millrace.records.config.RecordCounts;
import io.millrace.records.scan.FileScan;
import io.millrace.records.scan.RecordScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Reads the records of a split by a scan. Used by one thread at a time. */
final class ScanReader<V> implements RecordReader<LongWritable, V> {

    private final RecordScan<V> scan;
    private final long length;

    /**
     * @param scan owned from now on
     * @param length bytes of the split
     */
    ScanReader(RecordScan<V> scan, long length) {
        this.scan = scan;
        this.length = length;
    }

    /** A reader of a split of a file. */
    static <V> ScanReader<V> open(
            FileScan<V> files, InputSplit split, JobConf job, Reporter reporter)
            throws IOException {
        reporter.setStatus(split.toString());
        FileSplit piece = (FileSplit) split;
        return new ScanReader<>(
                files.open(
                        piece.getPath(),
                        piece.getStart(),
                        piece.getLength(),
                        job,
                        (name, amount) -> reporter.incrCounter(RecordCounts.GROUP, name, amount)),
                piece.getLength());
    }

    /** Reads into the record that {@link #createValue} returned: this reader has only one. */
    @Override
    public boolean next(LongWritable key, V value) throws IOException {
        boolean found = scan.next();
        key.set(scan.key());
        return found;
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public V createValue() {
        return scan.record();
    }

    @Override
    public long getPos() throws IOException {
        return (long) (scan.progress() * length);
    }

    @Override
    public float getProgress() throws IOException {
        return scan.progress();
    }

    @Override
    public void close() throws IOException {
        scan.close();
    }
}
