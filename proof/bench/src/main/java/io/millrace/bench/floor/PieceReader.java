package io.millrace.bench.floor;

import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Gives the lines of a piece as TextInputFormat would: under their places in the file. */
final class PieceReader extends RecordReader<LongWritable, Text> {

    private final byte[] bytes;
    private final long start;
    private final LongWritable position = new LongWritable();
    private final Text line = new Text();
    private int next;

    PieceReader(LinesInMemory.Piece piece) {
        bytes = piece.bytes();
        start = piece.start();
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
        if (next == bytes.length) {
            return false;
        }
        int end = next;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        position.set(start + next);
        line.set(bytes, next, end - next);
        next = Math.min(end + 1, bytes.length);
        return true;
    }

    @Override
    public LongWritable getCurrentKey() {
        return position;
    }

    @Override
    public Text getCurrentValue() {
        return line;
    }

    @Override
    public float getProgress() {
        return (float) next / bytes.length;
    }

    @Override
    public void close() {}
}
