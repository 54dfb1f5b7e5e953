package io.millrace.hadoop.kept;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt reads a piece of a file whose records may be kept: from memory if they are, else
 * so that they will be. Used by one thread at a time.
 */
public final class SplitKeeping {

    private final InputCache cache;
    private final Path file;
    private final Configuration conf;
    private final int job;

    /** Null if the file has changed so recently that nothing is to be kept of it. */
    private final @Nullable InputKey key;

    private SplitKeeping(
            InputCache cache, Path file, Configuration conf, int job, @Nullable InputKey key) {
        this.cache = cache;
        this.file = file;
        this.conf = conf;
        this.job = job;
        this.key = key;
    }

    /**
     * For a piece of a file that a job reads with one of the formats that {@link KeptFormats} know.
     *
     * @param job numbers of jobs rise
     */
    public static SplitKeeping of(
            InputCache cache,
            Class<?> format,
            Path file,
            long start,
            long length,
            Configuration conf,
            String user,
            int job)
            throws IOException {
        String identity = identity(file, conf);
        InputKey key =
                identity == null
                        ? null
                        : new InputKey(
                                user,
                                format.getName(),
                                file.getFileSystem(conf).makeQualified(file).toString(),
                                start,
                                length,
                                identity,
                                KeptFormats.settings(conf));
        return new SplitKeeping(cache, file, conf, job, key);
    }

    private static @Nullable String identity(Path file, Configuration conf) throws IOException {
        return FileIdentity.of(file.getFileSystem(conf).getFileStatus(file));
    }

    /** The kept records, which the caller closes; null if there are none. */
    public @Nullable KeptReading find() throws IOException {
        KeptInput found = key == null ? null : cache.find(key, job);
        if (found == null) {
            return null;
        }
        boolean opened = false;
        try {
            KeptReading reading = new KeptReading(cache, found, conf);
            opened = true;
            return reading;
        } finally {
            if (!opened) {
                cache.letGo(found);
            }
        }
    }

    /** Takes the records that the attempt reads. */
    RecordPacker packer() {
        return new RecordPacker(conf, bytes -> key == null ? null : cache.take(bytes, job));
    }

    /** Keeps what was packed, which is all of the split. */
    void keep(RecordPacker packer, boolean emptyAtEnd) throws IOException {
        InputKey read = key;
        if (read == null || !read.identity().equals(identity(file, conf))) {
            return;
        }
        PackedRecords records = packer.packed();
        if (records.isEmpty() || !KeptFormats.keep(conf, records.keyType(), records.valueType())) {
            records.close();
        } else {
            cache.keep(read, new KeptInput(records, emptyAtEnd), job);
        }
    }
}
