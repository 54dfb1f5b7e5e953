package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.mapred.RecordReader;

/**
 * An old-API record reader that is counted; asks the user's reader for progress only now and then.
 * Reading is locked, as in Hadoop, because runners may read on several threads.
 */
final class OldMeteredReader implements RecordReader<Object, Object> {

    private final RecordReader<Object, Object> reader;
    private final InputMeter meter;

    OldMeteredReader(RecordReader<Object, Object> reader, InputMeter meter) {
        this.reader = reader;
        this.meter = meter;
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
