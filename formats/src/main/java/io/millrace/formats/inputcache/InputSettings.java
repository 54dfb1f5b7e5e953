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

/** What of a task's configuration its records may hang on, in a few bytes. */
final class InputSettings {

    /**
     * What the names of settings begin with that Hadoop's formats, codecs and file systems read.
     */
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

    /** Of Hadoop's formats, the settings that these look at. */
    static String ofHadoops(Configuration conf) {
        return digest(
                conf, key -> HADOOPS.stream().anyMatch(key::startsWith), UnaryOperator.identity());
    }

    /**
     * Of any format: all settings but {@link UnreadKeys}, and but for the names of the folder that
     * a job is submitted in. Old names of a key say what the new one does.
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
                // A zero byte is in no name, so no two configurations give the same bytes.
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
