package io.millrace.formats.inputcache;

import java.io.IOException;
import org.apache.hadoop.mapred.RecordReader;

/** Cached records in the old API. */
public final class OldCachedReader implements RecordReader<Object, Object> {

    private final RecordUnpacker records;
    private final long start;
    private final long length;

    /**
     * Reads records and closes them.
     *
     * @param start the split's start; with {@code length}, the base of estimated positions
     */
    public OldCachedReader(RecordUnpacker records, long start, long length) {
        this.records = records;
        this.start = start;
        this.length = length;
    }

    @Override
    public boolean next(Object key, Object value) throws IOException {
        if (!records.next()) {
            return false;
        }
        records.key(key);
        records.value(value);
        return true;
    }

    @Override
    public Object createKey() {
        return records.newKey();
    }

    @Override
    public Object createValue() {
        return records.newValue();
    }

    /** Approximate position of the record in the file. */
    @Override
    public long getPos() {
        return start + (long) ((double) records.progress() * length);
    }

    @Override
    public float getProgress() {
        return records.progress();
    }

    @Override
    public void close() {
        records.close();
    }
}
