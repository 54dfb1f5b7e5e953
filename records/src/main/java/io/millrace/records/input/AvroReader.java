package io.millrace.records.input;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** Reads the records of a split of an Avro file. Used by one thread at a time. */
final class AvroReader extends RecordReader<LongWritable, AvroRecord> {

    private final LongWritable offset = new LongWritable();
    private @Nullable AvroScan scan;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        FileSplit piece = (FileSplit) split;
        scan =
                AvroScan.open(
                        piece.getPath(),
                        piece.getStart(),
                        piece.getLength(),
                        context.getConfiguration());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        boolean found = scan().next();
        offset.set(scan().offset());
        return found;
    }

    @Override
    public LongWritable getCurrentKey() {
        return offset;
    }

    @Override
    public AvroRecord getCurrentValue() {
        return scan().record();
    }

    @Override
    public float getProgress() throws IOException {
        return scan().progress();
    }

    private AvroScan scan() {
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
