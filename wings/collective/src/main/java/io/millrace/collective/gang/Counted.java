package io.millrace.collective.gang;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;

/**
 * The counts of one worker in one iteration. Other workers know the names that it has sent before,
 * by their order.
 *
 * @param names of counters that this worker has not sent before
 * @param values of all counters whose names it has sent, in the order of the names
 */
record Counted(List<Name> names, long[] values) {

    /** The name of a counter. */
    record Name(String group, String counter) {}

    void write(DataOutput out) throws IOException {
        WritableUtils.writeVInt(out, names.size());
        for (Name name : names) {
            WritableUtils.writeString(out, name.group);
            WritableUtils.writeString(out, name.counter);
        }
        WritableUtils.writeVInt(out, values.length);
        for (long value : values) {
            WritableUtils.writeVLong(out, value);
        }
    }

    /** Reads the output of {@link #write}. */
    static Counted read(DataInput in) throws IOException {
        List<Name> names = new ArrayList<>();
        for (int left = WritableUtils.readVInt(in); left > 0; left--) {
            names.add(new Name(WritableUtils.readString(in), WritableUtils.readString(in)));
        }
        long[] values = new long[WritableUtils.readVInt(in)];
        for (int i = 0; i < values.length; i++) {
            values[i] = WritableUtils.readVLong(in);
        }
        return new Counted(names, values);
    }
}
