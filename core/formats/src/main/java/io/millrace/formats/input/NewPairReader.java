package io.millrace.formats.input;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values on one line in the new API; one object each for all lines, which remain after the
 * last. Used by one attempt's thread.
 */
final class NewPairReader extends RecordReader<Text, Text> {

    private final NewLineReader lines;
    private final LinePairs pairs;
    private @Nullable Text key;
    private @Nullable Text value;

    NewPairReader(NewLineReader lines, LinePairs pairs) {
        this.lines = lines;
        this.pairs = pairs;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        lines.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        if (!lines.nextKeyValue()) {
            return false;
        }
        Text first = key;
        Text second = value;
        if (first == null || second == null) {
            first = new Text();
            second = new Text();
            key = first;
            value = second;
        }
        pairs.cut(lines.getCurrentValue(), first, second);
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first line, as in Hadoop
    public Text getCurrentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first line, as in Hadoop
    public Text getCurrentValue() {
        return value;
    }

    @Override
    public float getProgress() {
        return lines.getProgress();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
