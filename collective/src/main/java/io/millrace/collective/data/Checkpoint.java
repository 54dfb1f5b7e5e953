package io.millrace.collective.data;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * A state from which a loop can resume, and the identity of that loop. As a file: the identity,
 * then {@link LoopState#encode}.
 */
public final class Checkpoint {

    /** "MRLOOP02": the first version did not contain the identity. */
    private static final long MAGIC = 0x4d524c4f4f503032L;

    private final LoopIdentity identity;

    /** The encoded state; decoding it needs the loop's classes. */
    private final byte[] state;

    private Checkpoint(LoopIdentity identity, byte[] state) {
        this.identity = identity;
        this.state = state;
    }

    /** A checkpoint of the loop of that identity. */
    public static Checkpoint of(LoopIdentity identity, LoopState state) throws IOException {
        return new Checkpoint(identity, state.encode());
    }

    public LoopIdentity identity() {
        return identity;
    }

    /** The state of the loop, with classes that {@code conf} finds. */
    public LoopState state(Configuration conf) throws IOException {
        return LoopState.decode(state, conf);
    }

    /** Writes or replaces the file atomically; never leaves a partial file. */
    public void write(Configuration conf, Path path) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        identity.write(out);
        out.write(state);
        FileSystem files = path.getFileSystem(conf);
        Path unfinished = unfinished(path);
        StateFile.write(files, unfinished, MAGIC, Arrays.copyOf(out.getData(), out.getLength()));
        replace(files, unfinished, path);
    }

    /** Renames; if renaming cannot replace a file, keeps the old one until the new one exists. */
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

    private static Path unfinished(Path path) {
        return new Path(path.getParent(), "_" + path.getName() + ".unfinished");
    }

    private static Path old(Path path) {
        return new Path(path.getParent(), "_" + path.getName() + ".old");
    }

    /** Whether there is a file to resume from. */
    public static boolean exists(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        return files.exists(path) || files.exists(old(path));
    }

    /** Deletes the file, and the files that a process left that was killed in {@link #write}. */
    public static void delete(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        files.delete(path, false);
        files.delete(old(path), false);
        files.delete(unfinished(path), false);
    }

    /** Reads the output of {@link #write}. */
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
