package io.millrace.formats.input;

import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * Lines in the new API; one key and one value object for all lines, null after the last. Used by
 * one attempt's thread.
 */
final class NewLineReader extends RecordReader<LongWritable, Text> {

    private final byte @Nullable [] delimiter;
    private final FileMeter meter;
    private @Nullable SplitLines lines;
    private @Nullable LongWritable key;
    private @Nullable Text line;

    NewLineReader(byte @Nullable [] delimiter, FileMeter meter) {
        this.delimiter = delimiter;
        this.meter = meter;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        FileSplit file = (FileSplit) split;
        lines =
                SplitLines.open(
                        file.getPath(),
                        file.getStart(),
                        file.getLength(),
                        context.getConfiguration(),
                        delimiter,
                        meter);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        LongWritable position = key;
        Text text = line;
        if (position == null || text == null) {
            position = new LongWritable();
            text = new Text();
            key = position;
            line = text;
        }
        if (opened().next(position, text)) {
            return true;
        }
        key = null;
        line = null;
        return false;
    }

    private SplitLines opened() {
        SplitLines current = lines;
        if (current == null) {
            throw new IllegalStateException("the reader is not initialized");
        }
        return current;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first line and after the last, as in Hadoop
    public LongWritable getCurrentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first line and after the last, as in Hadoop
    public Text getCurrentValue() {
        return line;
    }

    @Override
    public float getProgress() {
        return opened().progress();
    }

    @Override
    public void close() throws IOException {
        SplitLines open = lines;
        if (open != null) {
            open.close();
        }
    }
}
