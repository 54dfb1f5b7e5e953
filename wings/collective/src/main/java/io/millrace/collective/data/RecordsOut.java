package io.millrace.collective.data;

import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Writes records of any classes: a 1 before each record and a 0 after the last, then key and value,
 * each as the number of its class and its own serialized form. At the first use of a number, the
 * class's name follows it. {@link RecordsIn} reads them. Used by one thread.
 */
public final class RecordsOut {

    private final DataOutput out;
    private final Map<Class<?>, Integer> types = new HashMap<>();

    public RecordsOut(DataOutput out) {
        this.out = out;
    }

    public void write(Writable key, Writable value) throws IOException {
        out.writeBoolean(true);
        write(key);
        write(value);
    }

    private void write(Writable object) throws IOException {
        Integer number = types.get(object.getClass());
        WritableUtils.writeVInt(out, number == null ? types.size() : number);
        if (number == null) {
            types.put(object.getClass(), types.size());
            out.writeUTF(object.getClass().getName());
        }
        object.write(out);
    }

    /** Call this after the last record. */
    public void end() throws IOException {
        out.writeBoolean(false);
    }
}
