package io.millrace.records.old;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Reads the records of a split of an Avro file. Used by one thread at a time. */
final class AvroReader implements RecordReader<LongWritable, AvroRecord> {

    private final AvroScan scan;
    private final long length;

    AvroReader(FileSplit split, JobConf conf) throws IOException {
        length = split.getLength();
        scan = AvroScan.open(split.getPath(), split.getStart(), length, conf);
    }

    /** Reads into the record that {@link #createValue} returned: this reader has only one. */
    @Override
    public boolean next(LongWritable key, AvroRecord value) throws IOException {
        boolean found = scan.next();
        key.set(scan.offset());
        return found;
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public AvroRecord createValue() {
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
