package io.millrace.records.input;

import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** Reads the messages of a split of a file of messages. Used by one thread at a time. */
final class ProtoReader extends RecordReader<LongWritable, ProtoRecord> {

    private final LongWritable offset = new LongWritable();
    private @Nullable ProtoScan scan;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        FileSplit piece = (FileSplit) split;
        scan =
                ProtoScan.open(
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
    public ProtoRecord getCurrentValue() {
        return scan().record();
    }

    @Override
    public float getProgress() throws IOException {
        return scan().progress();
    }

    private ProtoScan scan() {
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
