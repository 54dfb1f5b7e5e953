package io.millrace.formats.input;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.RecordReader;

/** Lines in the old API. */
final class OldLineReader implements RecordReader<LongWritable, Text> {

    private final SplitLines lines;

    OldLineReader(SplitLines lines) {
        this.lines = lines;
    }

    @Override
    public boolean next(LongWritable key, Text line) throws IOException {
        return lines.next(key, line);
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public Text createValue() {
        return new Text();
    }

    @Override
    public long getPos() {
        return lines.position();
    }

    @Override
    public float getProgress() {
        return lines.progress();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
