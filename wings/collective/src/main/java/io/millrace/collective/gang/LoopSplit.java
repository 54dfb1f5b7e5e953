package io.millrace.collective.gang;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapreduce.InputSplit;

/** One worker's part of the job's input: some consecutive splits. Used by one thread at a time. */
public final class LoopSplit extends InputSplit implements Writable, Configurable {

    private Configuration conf = new Configuration(false);
    private int rank;

    /** The first map task of each worker, followed by the number of map tasks. */
    private int[] firstMaps = new int[0];

    private List<InputSplit> splits = List.of();

    /** For deserialization. */
    public LoopSplit() {}

    LoopSplit(Configuration conf, int rank, int[] firstMaps, List<InputSplit> splits) {
        this.conf = conf;
        this.rank = rank;
        this.firstMaps = firstMaps;
        this.splits = splits;
    }

    int rank() {
        return rank;
    }

    /** Number of workers. */
    int workers() {
        return firstMaps.length - 1;
    }

    /** Number of map tasks of an iteration. */
    int maps() {
        return firstMaps[workers()];
    }

    /** The map task of this worker's first split. */
    int firstMap() {
        return firstMapOf(rank);
    }

    /** The map task of a worker's first split. */
    int firstMapOf(int worker) {
        return firstMaps[worker];
    }

    /** The map task after this worker's last one. */
    int endMap() {
        return firstMaps[rank + 1];
    }

    /** The worker that runs a map task. */
    int workerOf(int map) {
        int worker = 0;
        while (firstMaps[worker + 1] <= map) {
            worker++;
        }
        return worker;
    }

    List<InputSplit> splits() {
        return splits;
    }

    @Override
    public long getLength() throws IOException, InterruptedException {
        long length = 0;
        for (InputSplit split : splits) {
            length += split.getLength();
        }
        return length;
    }

    @Override
    public String[] getLocations() throws IOException, InterruptedException {
        return splits.isEmpty() ? new String[0] : splits.get(0).getLocations();
    }

    @Override
    public void setConf(Configuration conf) {
        this.conf = conf;
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(rank);
        out.writeInt(firstMaps.length);
        for (int first : firstMaps) {
            out.writeInt(first);
        }
        SerializationFactory factory = new SerializationFactory(conf);
        for (InputSplit split : splits) {
            Text.writeString(out, split.getClass().getName());
            write(factory, split, split.getClass(), out);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the split is of its own class
    private static void write(
            SerializationFactory factory, InputSplit split, Class type, DataOutput out)
            throws IOException {
        Serializer<InputSplit> serializer = factory.getSerializer(type);
        if (serializer == null) {
            throw new IOException(
                    "No serialization in io.serializations accepts the split class "
                            + type.getName());
        }
        serializer.open((OutputStream) (DataOutputStream) out);
        serializer.serialize(split);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        rank = in.readInt();
        firstMaps = new int[in.readInt()];
        for (int i = 0; i < firstMaps.length; i++) {
            firstMaps[i] = in.readInt();
        }
        SerializationFactory factory = new SerializationFactory(conf);
        splits = new ArrayList<>();
        for (int left = endMap() - firstMap(); left > 0; left--) {
            splits.add(read(factory, Text.readString(in), in));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // checked by the cast of the result
    private InputSplit read(SerializationFactory factory, String name, DataInput in)
            throws IOException {
        try {
            Class type = conf.getClassByName(name);
            Deserializer<InputSplit> deserializer = factory.getDeserializer(type);
            deserializer.open((InputStream) (DataInputStream) in);
            return deserializer.deserialize(null);
        } catch (ClassNotFoundException e) {
            throw new IOException("Split class " + name + " not found", e);
        }
    }

    @Override
    public String toString() {
        return "worker " + rank + ": " + splits;
    }
}
