package io.millrace.records.config;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.SplittableCompressionCodec;
import org.jspecify.annotations.Nullable;

/** The settings that Hadoop's text input formats read from a configuration. */
public final class LineSettings {

    private static final String DELIMITER = "textinputformat.record.delimiter";

    private LineSettings() {}

    /** The bytes that end records; null for line ends. */
    public static byte @Nullable [] recordDelimiter(Configuration conf) {
        String delimiter = conf.get(DELIMITER);
        return delimiter == null ? null : delimiter.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether a file can be split: it is not compressed, or in a form that can be split. */
    public static boolean isSplittable(Configuration conf, Path file) {
        CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(file);
        return codec == null || codec instanceof SplittableCompressionCodec;
    }
}
