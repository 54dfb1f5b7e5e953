package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * Deserializes input splits from the bytes that the client wrote, a new object for each attempt.
 */
final class Splits {

    private Splits() {}

    /** The split of this attempt; counts its bytes. */
    static <T> T read(AttemptFrame frame, Class<T> api) throws IOException {
        Opened<T> opened = open(frame, api);
        frame.reporter().getCounter(TaskCounter.SPLIT_RAW_BYTES).increment(opened.bytes);
        return opened.split;
    }

    /** A split and the length of its serialized form in bytes. */
    private record Opened<T>(T split, int bytes) {}

    private static <T> Opened<T> open(AttemptFrame frame, Class<T> api) throws IOException {
        SerializedSplit split = frame.job().splits().get(frame.guard().attempt().task());
        int offset = Math.toIntExact(split.offset());
        DataInputBuffer in = new DataInputBuffer();
        in.reset(split.file(), offset, split.file().length - offset);
        Class<? extends T> type = splitClass(Text.readString(in), frame.conf(), api);
        T read = deserialize(in, type, frame.conf());
        return new Opened<>(read, in.getPosition() - offset);
    }

    /**
     * The split of this attempt for messages: a new object, uncounted, or its number if that fails.
     */
    static Object peek(AttemptFrame frame) {
        try {
            return open(frame, Object.class).split;
        } catch (Throwable e) { // splits are user code; this one may be the cause of the message
            return "number " + frame.guard().attempt().task();
        }
    }

    private static <T> Class<? extends T> splitClass(String name, JobConf conf, Class<T> api)
            throws IOException {
        try {
            return conf.getClassByName(name).asSubclass(api);
        } catch (ClassNotFoundException e) {
            throw new IOException("Split class " + name + " not found", e);
        }
    }

    private static <T> T deserialize(DataInputBuffer in, Class<T> type, JobConf conf)
            throws IOException {
        Deserializer<T> deserializer = new SerializationFactory(conf).getDeserializer(type);
        if (deserializer == null) {
            throw new IOException(
                    "No serialization in io.serializations accepts the split class "
                            + type.getName());
        }
        deserializer.open(in);
        return deserializer.deserialize(null);
    }

    /** Sets the {@code mapreduce.map.input.*} keys. */
    static void describe(JobConf conf, String file, long start, long length) {
        conf.set(MRJobConfig.MAP_INPUT_FILE, file);
        conf.setLong(MRJobConfig.MAP_INPUT_START, start);
        conf.setLong(MRJobConfig.MAP_INPUT_PATH, length);
    }
}
