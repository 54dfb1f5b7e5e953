package io.millrace.hadoop.task;

import io.millrace.hadoop.counters.AttemptReporter;
import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new-API record reader with counters; queries the progress of the user's reader only at
 * intervals.
 */
final class NewMeteredReader extends RecordReader<Object, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(NewMeteredReader.class);

    private final RecordReader<Object, Object> reader;
    private final InputMeter meter;

    @SuppressWarnings("unchecked") // the reader and the mapper agree on the types of records
    NewMeteredReader(RecordReader<?, ?> reader, InputMeter meter, AttemptReporter reporter) {
        this.reader = (RecordReader<Object, Object>) reader;
        this.meter = meter;
        reporter.refreshProgressBy(this::measure);
    }

    /** Queries the progress of the user's reader. */
    private void measure() {
        try {
            meter.progress(reader.getProgress());
        } catch (IOException e) {
            LOG.debug("The record reader does not know its progress", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
            throws IOException, InterruptedException {
        meter.before();
        reader.initialize(split, context);
        meter.after();
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
        meter.beforeRecord();
        boolean more = reader.nextKeyValue();
        meter.after();
        if (more && meter.countRecord()) {
            meter.progress(reader.getProgress());
        } else if (!more) {
            meter.flush();
        }
        return more;
    }

    @Override
    public Object getCurrentKey() throws IOException, InterruptedException {
        return reader.getCurrentKey();
    }

    @Override
    public Object getCurrentValue() throws IOException, InterruptedException {
        return reader.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
        return reader.getProgress();
    }

    @Override
    public void close() throws IOException {
        meter.before();
        try {
            reader.close();
            meter.after();
        } finally {
            meter.flush();
        }
    }
}
