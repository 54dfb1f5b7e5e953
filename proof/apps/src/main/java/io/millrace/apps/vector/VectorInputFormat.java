package io.millrace.apps.vector;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/** (position, numbers) of each line of plain text. */
public final class VectorInputFormat extends FileInputFormat<LongWritable, Vector> {

    @Override
    protected boolean isSplitable(JobContext context, Path file) {
        return true;
    }

    @Override
    public RecordReader<LongWritable, Vector> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new Reader();
    }

    private static final class Reader extends RecordReader<LongWritable, Vector> {

        private final LineRecordReader lines = new LineRecordReader();
        private final Vector vector = new Vector();

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            lines.initialize(split, context);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            boolean more = lines.nextKeyValue();
            if (more) {
                parse(lines.getCurrentValue().toString());
            }
            return more;
        }

        private void parse(String line) throws IOException {
            try {
                vector.parse(line);
            } catch (NumberFormatException e) {
                throw new IOException(
                        "the line at position "
                                + lines.getCurrentKey()
                                + " does not consist of numbers: "
                                + e.getMessage(),
                        e);
            }
        }

        @Override
        public LongWritable getCurrentKey() {
            return lines.getCurrentKey();
        }

        @Override
        public Vector getCurrentValue() {
            return vector;
        }

        @Override
        public float getProgress() throws IOException {
            return lines.getProgress();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
