package io.millrace.bench.floor;

import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Counts what it is given. */
final class CountingWriter<K, V> extends RecordWriter<K, V> {

    private long records;

    @Override
    public void write(K key, V value) {
        records++;
    }

    @Override
    public void close(TaskAttemptContext context) {}

    long records() {
        return records;
    }
}
