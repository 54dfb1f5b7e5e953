package io.millrace.collective.gang;

import java.util.NoSuchElementException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The empty input of a worker that Hadoop sees. */
final class NoRecords extends RecordReader<Object, Object> {

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
        return false;
    }

    @Override
    public Object getCurrentKey() {
        throw new NoSuchElementException("a worker's task has no records");
    }

    @Override
    public Object getCurrentValue() {
        throw new NoSuchElementException("a worker's task has no records");
    }

    @Override
    public float getProgress() {
        return 0;
    }

    @Override
    public void close() {}
}
