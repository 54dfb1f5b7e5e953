package io.millrace.formats.input;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * Records of a SequenceFile in the new API; null before the first and after the last. Used by one
 * attempt's thread.
 */
final class NewSequenceReader extends RecordReader<Object, Object> {

    private final JobFormats formats;
    private final FileMeter meter;
    private @Nullable SplitSequence records;
    private @Nullable Object key;
    private @Nullable Object value;

    NewSequenceReader(JobFormats formats, FileMeter meter) {
        this.formats = formats;
        this.meter = meter;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        FileSplit file = (FileSplit) split;
        records =
                SplitSequence.open(
                        file.getPath(),
                        file.getStart(),
                        file.getLength(),
                        context.getConfiguration(),
                        formats,
                        meter);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        SplitSequence from = opened();
        key = from.nextKey(key);
        value = key == null ? null : from.value(value);
        return key != null;
    }

    private SplitSequence opened() {
        SplitSequence current = records;
        if (current == null) {
            throw new IllegalStateException("the reader is not initialized");
        }
        return current;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first record and after the last, as in Hadoop
    public Object getCurrentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first record and after the last, as in Hadoop
    public Object getCurrentValue() {
        return value;
    }

    @Override
    public float getProgress() throws IOException {
        return opened().progress();
    }

    @Override
    public void close() throws IOException {
        SplitSequence open = records;
        if (open != null) {
            open.close();
        }
    }
}
