package io.millrace.collective.old;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/**
 * Adapts a reader of the old API, with the same two objects for all records, as Hadoop does. The
 * reader's counts are added at its end or close. Used by one thread.
 */
final class OldReader extends RecordReader<Object, Object> {

    private final InputFormat<Object, Object> format;
    private @Nullable Open open;
    private boolean more;

    /** The state of an initialized reader. */
    private record Open(
            org.apache.hadoop.mapred.RecordReader<Object, Object> reader,
            OldReporter reporter,
            Object key,
            Object value) {}

    OldReader(InputFormat<Object, Object> format) {
        this.format = format;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        OldReporter reporter = new OldReporter(context, () -> split);
        org.apache.hadoop.mapred.RecordReader<Object, Object> reader =
                format.getRecordReader(
                        reporter.getInputSplit(), (JobConf) context.getConfiguration(), reporter);
        open = new Open(reader, reporter, reader.createKey(), reader.createValue());
    }

    private Open open() {
        return Objects.requireNonNull(open, "the reader is not initialized");
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        Open now = open();
        more = now.reader.next(now.key, now.value);
        if (!more) {
            now.reporter.count();
        }
        return more;
    }

    /** Null before the first record and after the last, as with Hadoop's readers. */
    @Override
    @SuppressWarnings("NullAway") // Hadoop does not declare that it may be null
    public @Nullable Object getCurrentKey() {
        return more ? open().key : null;
    }

    @Override
    @SuppressWarnings("NullAway")
    public @Nullable Object getCurrentValue() {
        return more ? open().value : null;
    }

    @Override
    public float getProgress() throws IOException {
        return open().reader.getProgress();
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.reader.close();
            open.reporter.count();
            open = null;
        }
    }
}
