package io.millrace.collective.data;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.Counters;

/**
 * A state from which a loop can resume, the counts of its iterations, and the identity of that
 * loop. As a file: the identity, the counters, then {@link LoopState#encode}.
 */
public final class Checkpoint {

    /** "MRLOOP03": the first version did not contain the identity, the second one no counts. */
    private static final long MAGIC = 0x4d524c4f4f503033L;

    private final LoopIdentity identity;
    private final Counters counted;

    /** The encoded state; decoding it needs the loop's classes. */
    private final byte[] state;

    private Checkpoint(LoopIdentity identity, Counters counted, byte[] state) {
        this.identity = identity;
        this.counted = counted;
        this.state = state;
    }

    /** A checkpoint of the loop of that identity. */
    public static Checkpoint of(LoopIdentity identity, LoopProgress progress) throws IOException {
        return new Checkpoint(identity, progress.counted(), progress.state().encode());
    }

    public LoopIdentity identity() {
        return identity;
    }

    /** The state of the loop, with classes that {@code conf} finds, and its counts. */
    public LoopProgress progress(Configuration conf) throws IOException {
        return new LoopProgress(LoopState.decode(state, conf), counted);
    }

    /** Writes or replaces the file atomically; never leaves a partial file. */
    public void write(Configuration conf, Path path) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        identity.write(out);
        counted.write(out);
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
        Counters counted = new Counters();
        counted.readFields(in);
        byte[] state = Arrays.copyOfRange(body, in.getPosition(), body.length);
        return new Checkpoint(identity, counted, state);
    }
}
