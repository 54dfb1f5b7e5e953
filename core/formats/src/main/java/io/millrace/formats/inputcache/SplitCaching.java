package io.millrace.formats.inputcache;

import io.millrace.formats.registry.InputEntry.Caching;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads one attempt's piece of a file through the input cache: from memory if it is cached,
 * otherwise filling the cache. Used by one thread at a time.
 */
public final class SplitCaching {

    private static final String NO_CODE = "";

    private final InputCache cache;
    private final Path file;
    private final Configuration conf;
    private final int job;
    private final JobFormats formats;
    private final boolean knowsFormat;

    /**
     * The key for records shared by all jobs, because none of their code takes part: those of known
     * formats and framework classes. May be null, like the next.
     */
    private final @Nullable InputKey everybodys;

    /** The key for records shared by jobs with the same code and configuration. */
    private final @Nullable InputKey alikes;

    private SplitCaching(
            InputCache cache,
            Path file,
            Configuration conf,
            int job,
            JobFormats formats,
            boolean knowsFormat,
            @Nullable InputKey everybodys,
            @Nullable InputKey alikes) {
        this.cache = cache;
        this.file = file;
        this.conf = conf;
        this.job = job;
        this.formats = formats;
        this.knowsFormat = knowsFormat;
        this.everybodys = everybodys;
        this.alikes = alikes;
    }

    /**
     * The caching of a piece of a file that a job reads with a format for which {@link
     * CacheableFormats} has no obstacle.
     *
     * @param caching the dependencies of the format's records
     * @param job the job's number; numbers increase
     */
    public static SplitCaching of(
            InputCache cache,
            String format,
            Caching caching,
            Path file,
            long start,
            long length,
            Configuration conf,
            JobFormats formats,
            String user,
            int job)
            throws IOException {
        boolean known = caching != Caching.UNKNOWN;
        String identity = identity(file, conf);
        if (identity == null) { // it has changed too recently to be cached
            return new SplitCaching(cache, file, conf, job, formats, known, null, null);
        }
        String path = file.getFileSystem(conf).makeQualified(file).toString();
        BiFunction<String, String, InputKey> key =
                (code, settings) ->
                        new InputKey(user, format, path, start, length, identity, code, settings);
        String code =
                caching == Caching.FRAMEWORK_CLASSES
                        ? null
                        : CodeIdentity.of(conf.getClassLoader());
        return new SplitCaching(
                cache,
                file,
                conf,
                job,
                formats,
                known,
                known ? key.apply(NO_CODE, InputSettings.ofHadoops(conf)) : null,
                code == null ? null : key.apply("code " + code, InputSettings.ofAny(conf)));
    }

    private static @Nullable String identity(Path file, Configuration conf) throws IOException {
        return FileIdentity.of(file.getFileSystem(conf).getFileStatus(file));
    }

    /** Whether the format is known. */
    public boolean knowsFormat() {
        return knowsFormat;
    }

    /** The cached records, which the caller closes; null if there are none. */
    public @Nullable RecordUnpacker find() throws IOException {
        CachedSplit found = everybodys == null ? null : cache.lend(everybodys, job);
        if (found == null && alikes != null) {
            found = cache.lend(alikes, job);
        }
        if (found == null) {
            return null;
        }
        boolean opened = false;
        try {
            RecordUnpacker reading = new RecordUnpacker(cache, found, conf, formats);
            opened = true;
            return reading;
        } finally {
            if (!opened) {
                cache.lendingEnds(found);
            }
        }
    }

    /** A packer for the records that the attempt reads. */
    RecordPacker packer() {
        boolean keeps = everybodys != null || alikes != null;
        return new RecordPacker(conf, bytes -> keeps ? cache.take(bytes, job) : null);
    }

    /** Caches the packed records of the whole split, with keys and values of these classes. */
    void keep(RecordPacker packer, Class<?> keyType, Class<?> valueType, RecordTraits traits)
            throws IOException {
        InputKey key = CacheableFormats.areEverybodys(keyType, valueType) ? everybodys : null;
        key = key == null ? alikes : key;
        if (key == null
                || !CacheableFormats.areWritables(conf, keyType, valueType)
                || !key.identity().equals(identity(file, conf))) {
            return;
        }
        PackedRecords records = packer.packed();
        if (ReadBack.works(records, keyType, valueType, conf, formats)) {
            cache.keep(key, new CachedSplit(records, traits), job);
        } else {
            records.close();
        }
    }
}
