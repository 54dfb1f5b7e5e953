package io.millrace.collective.data;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * How far a loop is: between two iterations this is all that there is of it. As a file:
 *
 * <pre>
 *  0-7   "MRLOOP01"
 *  8-11  length of what follows the checksum, big-endian as all numbers
 * 12-19  CRC-32C of it
 * 20-23  iteration
 * 24     1 if the loop has ended, else 0
 * 25-    records, see {@link RecordsOut}
 * </pre>
 *
 * @param iteration how many iterations are behind
 * @param ended whether there is none before it
 */
public record LoopState(int iteration, boolean ended, DynamicData data) {

    private static final long MAGIC = 0x4d524c4f4f503031L;

    /** The same as bytes. */
    public byte[] encode() throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        out.writeInt(iteration);
        out.writeBoolean(ended);
        RecordsOut records = new RecordsOut(out);
        for (KeyValue record : data) {
            records.write(record.key(), record.value());
        }
        records.end();
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    /** The state of these bytes, with classes that {@code conf} finds. */
    public static LoopState decode(byte[] bytes, Configuration conf) throws IOException {
        DataInputBuffer in = new DataInputBuffer();
        in.reset(bytes, bytes.length);
        return new LoopState(
                in.readInt(), in.readBoolean(), new DynamicData(RecordsIn.all(in, conf)));
    }

    /** Writes a file, or replaces it by one that is whole; never leaves half of one. */
    public void write(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        Path unfinished = new Path(path.getParent(), "_" + path.getName() + ".unfinished");
        byte[] body = encode();
        try (FSDataOutputStream out = files.create(unfinished, true)) {
            out.writeLong(MAGIC);
            out.writeInt(body.length);
            out.writeLong(checksum(body));
            out.write(body);
            out.hsync();
        }
        replace(files, unfinished, path);
    }

    /** Renames; where that replaces nothing, the old one is kept until the new one is there. */
    private static void replace(FileSystem files, Path unfinished, Path path) throws IOException {
        Path old = old(path);
        if (files.exists(path)) {
            files.delete(old, false);
            files.rename(path, old);
        }
        if (!files.rename(unfinished, path)) {
            throw new IOException("cannot rename " + unfinished + " to " + path);
        }
        files.delete(old, false);
    }

    private static Path old(Path path) {
        return new Path(path.getParent(), "_" + path.getName() + ".old");
    }

    /** Whether there is a file to go on from. */
    public static boolean exists(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        return files.exists(path) || files.exists(old(path));
    }

    /** Deletes the file and what {@link #write} may have left. */
    public static void delete(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        files.delete(path, false);
        files.delete(old(path), false);
    }

    /** Reads what {@link #write} wrote. */
    public static LoopState read(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        Path present = files.exists(path) ? path : old(path);
        try (FSDataInputStream in = files.open(present)) {
            return decode(body(in, present), conf);
        }
    }

    private static byte[] body(DataInputStream in, Path path) throws IOException {
        if (in.readLong() != MAGIC) {
            throw new IOException(path + " is not the state of a loop; name another file");
        }
        byte[] body = new byte[in.readInt()];
        long expected = in.readLong();
        in.readFully(body);
        if (checksum(body) != expected) {
            throw new IOException(
                    path + " is damaged (its checksum differs); delete it to begin anew");
        }
        return body;
    }

    private static long checksum(byte[] body) {
        CRC32C sum = new CRC32C();
        sum.update(body);
        return sum.getValue();
    }
}
