package io.millrace.hadoop.task;

import io.millrace.hadoop.counters.AttemptReporter;
import java.io.IOException;
import org.apache.hadoop.mapred.RecordReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An old-API record reader with counters; queries the progress of the user's reader only at
 * intervals. Reading is locked, as in Hadoop, because runners may read on several threads.
 */
final class OldMeteredReader implements RecordReader<Object, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(OldMeteredReader.class);

    private final RecordReader<Object, Object> reader;
    private final InputMeter meter;

    @SuppressWarnings("unchecked") // the reader and the mapper agree on the types of records
    OldMeteredReader(RecordReader<?, ?> reader, InputMeter meter, AttemptReporter reporter) {
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
        }
    }

    @Override
    public synchronized boolean next(Object key, Object value) throws IOException {
        meter.beforeRecord();
        boolean more = reader.next(key, value);
        meter.after();
        if (more && meter.countRecord()) {
            meter.progress(reader.getProgress());
        } else if (!more) {
            meter.flush();
        }
        return more;
    }

    @Override
    public Object createKey() {
        return reader.createKey();
    }

    @Override
    public Object createValue() {
        return reader.createValue();
    }

    @Override
    public long getPos() throws IOException {
        return reader.getPos();
    }

    @Override
    public float getProgress() throws IOException {
        return reader.getProgress();
    }

    @Override
    public synchronized void close() throws IOException {
        meter.before();
        try {
            reader.close();
            meter.after();
        } finally {
            meter.flush();
        }
    }
}
