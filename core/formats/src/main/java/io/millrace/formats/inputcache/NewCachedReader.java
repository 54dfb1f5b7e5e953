package io.millrace.formats.inputcache;

import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/**
 * Cached records in the new API; reuses objects, as Hadoop's readers do, or creates new ones if the
 * original reader did. Used by one attempt's thread.
 */
public final class NewCachedReader extends RecordReader<Object, Object> {

    private final RecordUnpacker records;
    private final RecordTraits traits;
    private @Nullable Object key;
    private @Nullable Object value;

    /** Reads records and closes them. */
    public NewCachedReader(RecordUnpacker records) {
        this.records = records;
        this.traits = records.traits();
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() throws IOException {
        if (records.next()) {
            Object intoKey = traits.oneKey() ? key : null;
            Object intoValue = traits.oneValue() ? value : null;
            key = records.key(intoKey == null ? records.newKey() : intoKey);
            value = records.value(intoValue == null ? records.newValue() : intoValue);
            return true;
        }
        if (traits.emptyAtEnd()) {
            key = null;
            value = null;
        }
        return false;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first record, as with Hadoop's readers
    public Object getCurrentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // null before the first record, as with Hadoop's readers
    public Object getCurrentValue() {
        return value;
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
