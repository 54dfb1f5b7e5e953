package io.millrace.workers.fork.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.Counters;

/**
 * A snapshot of the counters of a running attempt. Does not use Hadoop's own form, which cannot be
 * written while another thread adds a counter.
 */
public record CounterValues(List<Value> values) {

    /** One counter. */
    private record Value(String group, String name, String display, long count) {}

    /** A snapshot of the counters; other threads may be changing them. */
    public static CounterValues of(Counters counters) {
        List<Value> values = new ArrayList<>();
        for (Counters.Group group : counters) {
            for (Counters.Counter counter : group) {
                values.add(
                        new Value(
                                group.getName(),
                                counter.getName(),
                                counter.getDisplayName(),
                                counter.getValue()));
            }
        }
        return new CounterValues(values);
    }

    static CounterValues readFrom(DataInput in) throws IOException {
        int count = in.readInt();
        List<Value> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(new Value(in.readUTF(), in.readUTF(), in.readUTF(), in.readLong()));
        }
        return new CounterValues(values);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(values.size());
        for (Value each : values) {
            out.writeUTF(each.group);
            out.writeUTF(each.name);
            out.writeUTF(each.display);
            out.writeLong(each.count);
        }
    }

    /** Sets {@code counters} to these values. */
    public void applyTo(Counters counters) {
        for (Value each : values) {
            Counters.Counter counter = counters.findCounter(each.group, each.name);
            counter.setValue(each.count);
            if (!counter.getDisplayName().equals(each.display)) {
                counter.setDisplayName(each.display);
            }
        }
    }
}
