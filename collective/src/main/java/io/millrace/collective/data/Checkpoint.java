package io.millrace.collective.data;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * From where a loop can go on, and which loop that is. As a file: the identity, then {@link
 * LoopState#encode}.
 */
public final class Checkpoint {

    /** "MRLOOP02": the first version said nothing of the loop. */
    private static final long MAGIC = 0x4d524c4f4f503032L;

    private final LoopIdentity identity;

    /** What it is only for whoever knows the loop's classes. */
    private final byte[] state;

    private Checkpoint(LoopIdentity identity, byte[] state) {
        this.identity = identity;
        this.state = state;
    }

    /** How far the loop of that identity is. */
    public static Checkpoint of(LoopIdentity identity, LoopState state) throws IOException {
        return new Checkpoint(identity, state.encode());
    }

    public LoopIdentity identity() {
        return identity;
    }

    /** How far the loop is, with classes that {@code conf} finds. */
    public LoopState state(Configuration conf) throws IOException {
        return LoopState.decode(state, conf);
    }

    /** Writes a file, or replaces it by one that is whole; never leaves half of one. */
    public void write(Configuration conf, Path path) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        identity.write(out);
        out.write(state);
        FileSystem files = path.getFileSystem(conf);
        Path unfinished = new Path(path.getParent(), "_" + path.getName() + ".unfinished");
        StateFile.write(files, unfinished, MAGIC, Arrays.copyOf(out.getData(), out.getLength()));
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
    public static Checkpoint read(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        Path present = files.exists(path) ? path : old(path);
        byte[] body = StateFile.read(files, present, MAGIC, "a checkpoint of a loop");
        DataInputBuffer in = new DataInputBuffer();
        in.reset(body, body.length);
        LoopIdentity identity = LoopIdentity.read(in);
        return new Checkpoint(identity, Arrays.copyOfRange(body, in.getPosition(), body.length));
    }
}
