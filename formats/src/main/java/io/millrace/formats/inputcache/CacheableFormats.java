package io.millrace.formats.inputcache;

import io.millrace.formats.record.Serializations;
import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Formats whose records may be kept. Of Hadoop's own, exactly these classes, it is known that what
 * they read from a piece of a file depends on that file and on a few settings, and that they do
 * nothing else. Of others that read files it is taken for granted that records depend on the piece
 * of the file, the code and the configuration.
 */
public final class CacheableFormats {

    /** Those whose records may be of classes that jobs bring. */
    private static final Set<Class<?>> OF_ANY_CLASS =
            Set.of(
                    SequenceFileInputFormat.class,
                    org.apache.hadoop.mapred.SequenceFileInputFormat.class);

    private static final Set<Class<?>> OF_TEXT_AND_NUMBERS =
            Set.of(
                    TextInputFormat.class,
                    KeyValueTextInputFormat.class,
                    NLineInputFormat.class,
                    FixedLengthInputFormat.class,
                    SequenceFileAsTextInputFormat.class,
                    org.apache.hadoop.mapred.TextInputFormat.class,
                    org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
                    org.apache.hadoop.mapred.lib.NLineInputFormat.class,
                    org.apache.hadoop.mapred.FixedLengthInputFormat.class,
                    org.apache.hadoop.mapred.SequenceFileAsTextInputFormat.class);

    private CacheableFormats() {}

    /** Whether it is known what the format does. */
    public static boolean know(Class<?> format) {
        return OF_TEXT_AND_NUMBERS.contains(format) || OF_ANY_CLASS.contains(format);
    }

    /** Whether code of the job's may take part in reading. */
    static boolean runJobsCode(Class<?> format) {
        return !OF_TEXT_AND_NUMBERS.contains(format);
    }

    /** Why records of a format are not kept, whatever they are; empty if they may be. */
    public static String obstacle(Class<?> format, ClassLoader loader) {
        if (know(format)) {
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
