package io.millrace.hadoop.kept;

import io.millrace.hadoop.record.Serializations;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Formats whose records may be kept: Hadoop's own, exactly these classes, of which it is known that
 * what they read from a piece of a file depends on that file and on the settings named here, and
 * that they do nothing else.
 */
public final class KeptFormats {

    private static final Set<Class<?>> KNOWN =
            Set.of(
                    TextInputFormat.class,
                    KeyValueTextInputFormat.class,
                    NLineInputFormat.class,
                    FixedLengthInputFormat.class,
                    SequenceFileInputFormat.class,
                    SequenceFileAsTextInputFormat.class,
                    org.apache.hadoop.mapred.TextInputFormat.class,
                    org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
                    org.apache.hadoop.mapred.lib.NLineInputFormat.class,
                    org.apache.hadoop.mapred.FixedLengthInputFormat.class,
                    org.apache.hadoop.mapred.SequenceFileInputFormat.class,
                    org.apache.hadoop.mapred.SequenceFileAsTextInputFormat.class);

    /** What the names of settings begin with that these formats, codecs and file systems read. */
    private static final List<String> SETTINGS =
            List.of(
                    "io.",
                    "fs.",
                    "dfs.",
                    "hadoop.",
                    "viewfs.",
                    "textinputformat.",
                    "fixedlengthinputformat.",
                    "mapreduce.input.linerecordreader.",
                    "mapreduce.input.keyvaluelinerecordreader.",
                    "key.value.separator.",
                    "mapred.linerecordreader.");

    private KeptFormats() {}

    public static boolean know(Class<?> format) {
        return KNOWN.contains(format);
    }

    /** Tells the settings that these formats may look at, with their values, from any others. */
    public static String settings(Configuration conf) {
        Map<String, String> read = new TreeMap<>();
        for (Map.Entry<String, String> entry : conf) {
            if (SETTINGS.stream().anyMatch(entry.getKey()::startsWith)) {
                read.put(entry.getKey(), String.valueOf(conf.get(entry.getKey())));
            }
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(read.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /**
     * Whether objects of these classes can be made again from bytes, and would be the same to any
     * job: writables of the class path that this process began with, not of a job's jar, of which
     * the next job may have another.
     */
    public static boolean keep(Configuration conf, Class<?>... types) {
        SerializationFactory factory = new SerializationFactory(conf);
        return Arrays.stream(types)
                .allMatch(type -> isOurs(type) && Serializations.isPlain(factory, type));
    }

    private static boolean isOurs(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        for (ClassLoader our = KeptFormats.class.getClassLoader();
                our != null;
                our = our.getParent()) {
            if (our == loader) {
                return true;
            }
        }
        return loader == null;
    }
}
