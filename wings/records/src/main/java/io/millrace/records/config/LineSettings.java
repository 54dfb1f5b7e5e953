package io.millrace.records.config;

import io.millrace.records.schema.LineBreaks;
import io.millrace.records.schema.Schema;
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

    private static final byte[] LINE_FEED = {'\n'};

    private LineSettings() {}

    /** The bytes that end records; null for line ends. */
    static byte @Nullable [] recordDelimiter(Configuration conf) {
        String delimiter = conf.get(DELIMITER);
        return delimiter == null ? null : delimiter.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The bytes at which Hadoop's reader divides a file; null for line ends. If records have
     * several lines, these are line feeds: the fields keep their carriage returns.
     */
    public static byte @Nullable [] lineDelimiter(Configuration conf, Schema schema) {
        byte[] set = recordDelimiter(conf);
        return set == null && schema.lineBreaks() == LineBreaks.IN_FIELDS ? LINE_FEED : set;
    }

    /**
     * Whether a file with records of a schema can be split. Files whose records have several lines
     * cannot: from its middle, a file does not show which lines are records.
     */
    public static boolean isSplittable(Configuration conf, Path file, Schema schema) {
        return schema.lineBreaks() != LineBreaks.IN_FIELDS && isSplittable(conf, file);
    }

    /** Whether a file can be split: it is not compressed, or in a form that can be split. */
    private static boolean isSplittable(Configuration conf, Path file) {
        CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(file);
        return codec == null || codec instanceof SplittableCompressionCodec;
    }
}
