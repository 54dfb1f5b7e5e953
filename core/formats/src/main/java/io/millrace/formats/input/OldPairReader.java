package io.millrace.formats.input;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.RecordReader;

/** Keys and values on one line in the old API. */
final class OldPairReader implements RecordReader<Text, Text> {

    private final OldLineReader lines;
    private final LinePairs pairs;
    private final LongWritable position = new LongWritable();
    private final Text line = new Text();

    OldPairReader(OldLineReader lines, LinePairs pairs) {
        this.lines = lines;
        this.pairs = pairs;
    }

    @Override
    public boolean next(Text key, Text value) throws IOException {
        if (!lines.next(position, line)) {
            return false;
        }
        pairs.cut(line, key, value);
        return true;
    }

    @Override
    public Text createKey() {
        return new Text();
    }

    @Override
    public Text createValue() {
        return new Text();
    }

    @Override
    public long getPos() {
        return lines.getPos();
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
