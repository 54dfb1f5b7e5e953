package io.millrace.formats.input;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Readers of what {@code SequenceFileInputFormat} reads, in both APIs, for exactly these classes:
 * the records of files that are not compressed are made into objects where their bytes are, without
 * a stream between.
 */
public final class SequenceReaders {

    /** The formats and what their splits are. */
    private static final Map<Class<?>, Class<?>> FORMATS =
            Map.of(
                    SequenceFileInputFormat.class, FileSplit.class,
                    org.apache.hadoop.mapred.SequenceFileInputFormat.class,
                            org.apache.hadoop.mapred.FileSplit.class);

    private SequenceReaders() {}

    /** Whether this is one of the formats. */
    public static boolean know(Class<?> format) {
        return FORMATS.containsKey(format);
    }

    /**
     * Why what a format reads from a split is not read here; empty if it is. Files that turn out to
     * be compressed are read with Hadoop's own reader of SequenceFiles in any case.
     */
    public static String obstacle(Class<?> format, Class<?> split, Configuration conf) {
        if (!know(format)) {
            return format.getName() + " is not exactly Hadoop's format of SequenceFiles";
        }
        if (split != FORMATS.get(format)) {
            return "a split is a " + split.getName() + ", and not a plain piece of a file";
        }
        if (conf.getBoolean(
                CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_KEY,
                CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_DEFAULT)) {
            return CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_KEY
                    + " asks to go on behind damage";
        }
        return FormatKeys.HANDOVER.in(conf::get)
                ? Rewrite.SEQUENCE_READ.obstacle(conf::get)
                : FormatKeys.HANDOVER + " is false";
    }

    /**
     * A reader of the records that {@code format} reads from {@code split}, or null if the format
     * has to read them. It has done nothing yet.
     *
     * @param meter told when bytes are read
     */
    public static org.apache.hadoop.mapreduce.@Nullable RecordReader<?, ?> of(
            org.apache.hadoop.mapreduce.InputFormat<?, ?> format,
            org.apache.hadoop.mapreduce.InputSplit split,
            Configuration conf,
            FileMeter meter) {
        return obstacle(format.getClass(), split.getClass(), conf).isEmpty()
                ? new NewSequenceReader(meter)
                : null;
    }

    /** The same in the old API, whose readers open their file at once. */
    public static org.apache.hadoop.mapred.@Nullable RecordReader<?, ?> of(
            org.apache.hadoop.mapred.InputFormat<?, ?> format,
            org.apache.hadoop.mapred.InputSplit split,
            Configuration conf,
            org.apache.hadoop.mapred.Reporter reporter,
            FileMeter meter)
            throws IOException {
        if (!(split instanceof org.apache.hadoop.mapred.FileSplit file)
                || !obstacle(format.getClass(), split.getClass(), conf).isEmpty()) {
            return null;
        }
        reporter.setStatus(file.toString());
        return new OldSequenceReader(
                SplitSequence.open(file.getPath(), file.getStart(), file.getLength(), conf, meter),
                conf);
    }
}
