package io.millrace.formats.inputcache;

import io.millrace.formats.record.Serializations;
import io.millrace.formats.registry.InputEntry.Caching;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Formats whose records may be kept. Of those in the registry it is known what their records depend
 * on. Of others that read files it is taken for granted that records depend on the piece of the
 * file, the code and the configuration.
 */
public final class CacheableFormats {

    private CacheableFormats() {}

    /** Why records of a format are not kept, whatever they are; empty if they may be. */
    public static String obstacle(Class<?> format, Caching caching, ClassLoader loader) {
        if (caching != Caching.UNKNOWN) {
            return "";
        }
        if (!FileInputFormat.class.isAssignableFrom(format)
                && !org.apache.hadoop.mapred.FileInputFormat.class.isAssignableFrom(format)) {
            return "%s is no FileInputFormat, so what it reads may be no file"
                    .formatted(format.getName());
        }
        return CodeIdentity.of(loader) == null
                ? "the code of %s cannot be compared with that of other jobs: the job's class path has folders that it brings, or tasks copy the client's classes"
                        .formatted(format.getName())
                : "";
    }

    /** Whether objects of these classes can be made again from what they write. */
    static boolean areWritables(Configuration conf, Class<?>... types) {
        SerializationFactory factory = new SerializationFactory(conf);
        return Arrays.stream(types).allMatch(type -> Serializations.isPlain(factory, type));
    }

    /** Whether these classes are the same for all jobs of this process. */
    static boolean areEverybodys(Class<?>... types) {
        return Arrays.stream(types).allMatch(type -> CodeIdentity.isOurs(type.getClassLoader()));
    }
}
