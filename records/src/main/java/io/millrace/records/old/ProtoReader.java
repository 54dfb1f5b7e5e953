package io.millrace.records.old;

import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Reads the messages of a split of a file of messages. Used by one thread at a time. */
final class ProtoReader implements RecordReader<LongWritable, ProtoRecord> {

    private final ProtoScan scan;
    private final long length;

    ProtoReader(FileSplit split, JobConf conf) throws IOException {
        length = split.getLength();
        scan = ProtoScan.open(split.getPath(), split.getStart(), length, conf);
    }

    /** Reads into the record that {@link #createValue} returned: this reader has only one. */
    @Override
    public boolean next(LongWritable key, ProtoRecord value) throws IOException {
        boolean found = scan.next();
        key.set(scan.offset());
        return found;
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public ProtoRecord createValue() {
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
