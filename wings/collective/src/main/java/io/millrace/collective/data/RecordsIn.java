package io.millrace.collective.data;

import io.millrace.engine.task.Cancellation;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.ReflectionUtils;

/** Reads the output of {@link RecordsOut}. */
public final class RecordsIn {

    private final DataInput in;
    private final Configuration conf;
    private final List<Class<?>> types = new ArrayList<>();

    private RecordsIn(DataInput in, Configuration conf) {
        this.in = in;
        this.conf = conf;
    }

    /** All records up to the end mark, with classes that {@code conf} finds. */
    public static List<KeyValue> all(DataInput in, Configuration conf) throws IOException {
        RecordsIn records = new RecordsIn(in, conf);
        List<KeyValue> all = new ArrayList<>();
        Cancellation cancellation = Cancellation.here();
        while (in.readBoolean()) {
            cancellation.record();
            Writable key = records.next();
            all.add(new KeyValue(key, records.next()));
        }
        return all;
    }

    private Writable next() throws IOException {
        int number = WritableUtils.readVInt(in);
        if (number == types.size()) {
            types.add(type(in.readUTF()));
        }
        Writable object = (Writable) ReflectionUtils.newInstance(types.get(number), conf);
        object.readFields(in);
        return object;
    }

    private Class<?> type(String name) throws IOException {
        try {
            return conf.getClassByName(name);
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "there are records of " + name + ", which is not on the class path", e);
        }
    }
}
