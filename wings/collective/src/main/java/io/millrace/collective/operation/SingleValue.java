package io.millrace.collective.operation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Takes a key's only value, as all-gather does. A second value is an error. Used by one thread at a
 * time.
 */
public final class SingleValue implements Operation<Writable, SingleValue.Bytes>, Configurable {

    private JobConf conf = new JobConf(false);

    /** A value of the class that mappers write, or none yet. */
    public static final class Bytes implements Writable {

        private byte[] bytes = new byte[0];
        private boolean present;

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            bytes = new byte[in.readInt()];
            in.readFully(bytes);
            present = true;
        }
    }

    @Override
    public void setConf(Configuration conf) {
        this.conf = conf instanceof JobConf job ? job : new JobConf(conf);
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    @Override
    public Bytes newState() {
        return new Bytes();
    }

    @Override
    public void add(Bytes state, Writable value) {
        refuseSecond(state);
        DataOutputBuffer out = new DataOutputBuffer();
        try {
            value.write(out);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    value.getClass().getName() + " could not be serialized", e);
        }
        state.bytes = Arrays.copyOf(out.getData(), out.getLength());
        state.present = true;
    }

    @Override
    public void combine(Bytes state, Bytes other) {
        refuseSecond(state);
        state.bytes = other.bytes;
        state.present = other.present;
    }

    private static void refuseSecond(Bytes state) {
        if (state.present) {
            throw new IllegalArgumentException(
                    "all-gather takes one value per key, but this key has two; use"
                            + " all-reduce to combine them");
        }
    }

    @Override
    public Writable result(Bytes state) {
        Class<?> type = conf.getMapOutputValueClass();
        Writable value = (Writable) ReflectionUtils.newInstance(type, conf);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(state.bytes, state.bytes.length);
        try {
            value.readFields(in);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "a value that was written as " + type.getName() + " could not be read", e);
        }
        return value;
    }
}
