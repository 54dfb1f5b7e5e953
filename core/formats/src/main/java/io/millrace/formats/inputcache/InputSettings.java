package io.millrace.formats.inputcache;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** A digest of the settings of a task that may affect its records. */
final class InputSettings {

    /** Prefixes of settings that Hadoop's formats, codecs and file systems read. */
    private static final List<String> HADOOPS =
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

    private InputSettings() {}

    /** The settings that Hadoop's formats read. */
    static String ofHadoops(Configuration conf) {
        return digest(
                conf, key -> HADOOPS.stream().anyMatch(key::startsWith), UnaryOperator.identity());
    }

    /**
     * The settings for any format: all except {@link UnreadKeys} and the names of the directory
     * that a job is submitted in. Deprecated names of a key have the new one's value.
     */
    static String ofAny(Configuration conf) {
        String named = conf.get(MRJobConfig.MAPREDUCE_JOB_DIR, "");
        String folder = named.isEmpty() ? "" : new Path(named).toUri().getPath();
        return digest(
                conf,
                key -> !UnreadKeys.contain(key) && !Configuration.isDeprecated(key),
                value -> folder.isEmpty() ? value : value.replace(folder, "<submitted>"));
    }

    private static String digest(
            Configuration conf, Predicate<String> compared, UnaryOperator<String> shown) {
        Map<String, String> settings = new TreeMap<>();
        for (Map.Entry<String, String> entry : conf) {
            String key = entry.getKey();
            if (compared.test(key)) {
                settings.put(key, shown.apply(String.valueOf(conf.get(key))));
            }
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            settings.forEach((key, value) -> {
                // Names contain no zero byte, so different configurations give different bytes.
                digest.update(
                        (key + '\0' + value.length() + '\0' + value)
                                .getBytes(StandardCharsets.UTF_8));
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
