package io.millrace.collective.gang;

import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/** Sorted records, as Hadoop's reduce context reads them. */
final class RawRecords implements RawKeyValueIterator {

    private final List<RawRecord> records;
    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();
    private final Progress progress = new Progress();
    private int next;

    RawRecords(List<RawRecord> records) {
        this.records = records;
    }

    @Override
    public boolean next() {
        if (next == records.size()) {
            return false;
        }
        RawRecord record = records.get(next++);
        key.reset(record.key(), record.key().length);
        value.reset(record.value(), record.value().length);
        progress.set((float) next / records.size());
        return true;
    }

    @Override
    public DataInputBuffer getKey() {
        return key;
    }

    @Override
    public DataInputBuffer getValue() {
        return value;
    }

    @Override
    public Progress getProgress() {
        return progress;
    }

    @Override
    public void close() {}
}
