package io.millrace.records.input;

import io.millrace.records.config.RecordCounts;
import io.millrace.records.scan.FileScan;
import io.millrace.records.scan.RecordScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** Reads the records of a split by a scan. Used by one thread at a time. */
final class ScanReader<V> extends RecordReader<LongWritable, V> {

    private final Opening<V> opening;
    private final LongWritable key = new LongWritable();
    private @Nullable RecordScan<V> scan;

    /** Opens the scan of a split. */
    interface Opening<V> {
        RecordScan<V> open(InputSplit split, TaskAttemptContext context) throws IOException;
    }

    ScanReader(Opening<V> opening) {
        this.opening = opening;
    }

    /** A reader of splits of files. */
    static <V> ScanReader<V> of(FileScan<V> files) {
        return new ScanReader<>((split, context) -> {
            FileSplit piece = (FileSplit) split;
            return files.open(
                    piece.getPath(),
                    piece.getStart(),
                    piece.getLength(),
                    context.getConfiguration(),
                    (name, amount) ->
                            context.getCounter(RecordCounts.GROUP, name).increment(amount));
        });
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        scan = opening.open(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        boolean found = scan().next();
        key.set(scan().key());
        return found;
    }

    @Override
    public LongWritable getCurrentKey() {
        return key;
    }

    @Override
    public V getCurrentValue() {
        return scan().record();
    }

    @Override
    public float getProgress() throws IOException {
        return scan().progress();
    }

    private RecordScan<V> scan() {
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
