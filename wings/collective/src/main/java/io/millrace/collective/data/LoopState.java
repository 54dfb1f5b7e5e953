package io.millrace.collective.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * The complete state of a loop between two iterations. As bytes:
 *
 * <pre>
 * 0-3   iteration
 * 4     1 if the loop has ended, else 0
 * 5-    records, see {@link RecordsOut}
 * </pre>
 *
 * @param iteration number of completed iterations
 * @param ended whether no iteration follows
 */
public record LoopState(int iteration, boolean ended, DynamicData data) {

    /** "MRLOOP01". */
    private static final long MAGIC = 0x4d524c4f4f503031L;

    /** The state as bytes. */
    public byte[] encode() throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        write(out);
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    /** Writes the same bytes. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(iteration);
        out.writeBoolean(ended);
        RecordsOut records = new RecordsOut(out);
        for (KeyValue record : data) {
            records.write(record.key(), record.value());
        }
        records.end();
    }

    /** The state of these bytes, with classes that {@code conf} finds. */
    public static LoopState decode(byte[] bytes, Configuration conf) throws IOException {
        DataInputBuffer in = new DataInputBuffer();
        in.reset(bytes, bytes.length);
        return read(in, conf);
    }

    /** Reads the output of {@link #write(DataOutput)}, with classes that {@code conf} finds. */
    public static LoopState read(DataInput in, Configuration conf) throws IOException {
        return new LoopState(
                in.readInt(), in.readBoolean(), new DynamicData(RecordsIn.all(in, conf)));
    }

    /** Writes a file. */
    public void write(Configuration conf, Path path) throws IOException {
        StateFile.write(path.getFileSystem(conf), path, MAGIC, encode());
    }

    /** Reads the output of {@link #write}. */
    public static LoopState read(Configuration conf, Path path) throws IOException {
        return decode(
                StateFile.read(path.getFileSystem(conf), path, MAGIC, "the state of a loop"), conf);
    }
}
