package io.millrace.formats.inputcache;

import io.millrace.formats.record.Serializations;
import io.millrace.formats.registry.InputEntry.Caching;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Formats whose records may be cached. For formats in the registry, the dependencies of the records
 * are known. For other formats that read files, records are assumed to depend on the piece of the
 * file, the code and the configuration.
 */
public final class CacheableFormats {

    private CacheableFormats() {}

    /** Why records of a format are never cached; empty if they may be. */
    public static String obstacle(Class<?> format, Caching caching, ClassLoader loader) {
        if (caching != Caching.UNKNOWN) {
            return "";
        }
        if (!FileInputFormat.class.isAssignableFrom(format)
                && !org.apache.hadoop.mapred.FileInputFormat.class.isAssignableFrom(format)) {
            return "%s is not a FileInputFormat, so its input may not be a file"
                    .formatted(format.getName());
        }
        return CodeIdentity.of(loader) == null
                ? "the code of %s cannot be compared with that of other jobs: the job brings directories on its class path, or tasks copy the client's classes"
                        .formatted(format.getName())
                : "";
    }

    /** Whether objects of these classes can be deserialized from their own output. */
    static boolean areWritables(Configuration conf, Class<?>... types) {
        SerializationFactory factory = new SerializationFactory(conf);
        return Arrays.stream(types).allMatch(type -> Serializations.isPlain(factory, type));
    }

    /** Whether these classes are the same for all jobs of this process. */
    static boolean areEverybodys(Class<?>... types) {
        return Arrays.stream(types).allMatch(type -> CodeIdentity.isOurs(type.getClassLoader()));
    }
}
