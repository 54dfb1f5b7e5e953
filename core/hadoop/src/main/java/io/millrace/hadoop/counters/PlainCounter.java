package io.millrace.hadoop.counters;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.mapreduce.Counter;

/**
 * A counter that is only a number, for Hadoop classes that insist on counting each record. Used by
 * one thread; {@link #take} lets the caller publish the count.
 */
public final class PlainCounter implements Counter {

    private long value;

    /** The count since the last call. */
    public long take() {
        long taken = value;
        value = 0;
        return taken;
    }

    @Override
    public void increment(long amount) {
        value += amount;
    }

    @Override
    public long getValue() {
        return value;
    }

    @Override
    public void setValue(long newValue) {
        value = newValue;
    }

    @Override
    public String getName() {
        return "plain";
    }

    @Override
    public String getDisplayName() {
        return getName();
    }

    @Override
    @Deprecated
    public void setDisplayName(String displayName) {
        throw new UnsupportedOperationException("this counter is not shown");
    }

    @Override
    public Counter getUnderlyingCounter() {
        return this;
    }

    @Override
    public void write(DataOutput out) {
        throw new UnsupportedOperationException("this counter is not sent");
    }

    @Override
    public void readFields(DataInput in) {
        throw new UnsupportedOperationException("this counter is not sent");
    }
}
