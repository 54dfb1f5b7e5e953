package io.millrace.collective.data;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.Counters;
import org.jspecify.annotations.Nullable;

/**
 * The end of a loop. As a file: the number of workers, the counters of each, then {@link
 * LoopState#encode}. The file is written before any worker ends, since a worker that has ended
 * cannot run the last iteration again with one that was lost.
 *
 * @param state the last state, with the data of all workers
 * @param counted the counts of each worker in all iterations, by rank
 */
public record LoopEnd(LoopState state, List<Counters> counted) {

    /** "MRLEND01". */
    private static final long MAGIC = 0x4d524c454e443031L;

    /** Writes the file, unless another attempt has. Readers never see a part of it. */
    public void write(Configuration conf, Path path) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        if (files.exists(path)) {
            return;
        }
        DataOutputBuffer out = new DataOutputBuffer();
        out.writeInt(counted.size());
        for (Counters each : counted) {
            each.write(out);
        }
        out.write(state.encode());
        Path unfinished = path.suffix("-" + UUID.randomUUID());
        StateFile.write(files, unfinished, MAGIC, Arrays.copyOf(out.getData(), out.getLength()));
        if (!files.rename(unfinished, path) && !files.exists(path)) {
            throw new IOException("cannot rename " + unfinished + " to " + path);
        }
    }

    /** Whether the loop has ended. */
    public static boolean exists(Configuration conf, Path path) throws IOException {
        return path.getFileSystem(conf).exists(path);
    }

    /** Reads the output of {@link #write}; null if there is none. */
    public static @Nullable LoopEnd read(Configuration conf, Path path) throws IOException {
        byte[] body;
        try {
            body = StateFile.read(path.getFileSystem(conf), path, MAGIC, "the end of a loop");
        } catch (FileNotFoundException e) {
            return null;
        }
        DataInputBuffer in = new DataInputBuffer();
        in.reset(body, body.length);
        List<Counters> counted = new ArrayList<>();
        for (int workers = in.readInt(); workers > 0; workers--) {
            Counters each = new Counters();
            each.readFields(in);
            counted.add(each);
        }
        byte[] state = Arrays.copyOfRange(body, in.getPosition(), body.length);
        return new LoopEnd(LoopState.decode(state, conf), counted);
    }
}
