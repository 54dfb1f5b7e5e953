package io.millrace.records.old;

import io.millrace.records.scan.RecordScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.RecordReader;

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
