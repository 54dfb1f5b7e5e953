package io.millrace.formats.input;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Whose records are known: those of {@code TextInputFormat} and {@code KeyValueTextInputFormat}, in
 * both APIs, for exactly these classes, and for files that are not compressed. Lines end as lines
 * do, or, for the former, with a byte of the job's choice. What Hadoop's reader makes of longer
 * ends and of a greatest length hangs on where its buffers end, and is left to it.
 */
public final class LineReaders {

    private static final String DELIMITER = "textinputformat.record.delimiter";

    /** The formats of lines, and of which splits. */
    private static final Map<Class<?>, Class<?>> LINES =
            Map.of(
                    TextInputFormat.class, FileSplit.class,
                    org.apache.hadoop.mapred.TextInputFormat.class,
                            org.apache.hadoop.mapred.FileSplit.class);

    /** The same for keys and values on a line. */
    private static final Map<Class<?>, Class<?>> PAIRS =
            Map.of(
                    KeyValueTextInputFormat.class, FileSplit.class,
                    org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
                            org.apache.hadoop.mapred.FileSplit.class);

    private LineReaders() {}

    /**
     * A reader of the records that {@code format} reads from {@code split}, or null if the format
     * has to read them. It has done nothing yet but what the format does when it makes one.
     *
     * @param meter told when bytes are read
     */
    public static org.apache.hadoop.mapreduce.@Nullable RecordReader<?, ?> of(
            org.apache.hadoop.mapreduce.InputFormat<?, ?> format,
            org.apache.hadoop.mapreduce.InputSplit split,
            TaskAttemptContext context,
            FileMeter meter) {
        Configuration conf = context.getConfiguration();
        if (!(split instanceof FileSplit file)
                || !obstacle(format.getClass(), split.getClass(), file.getPath(), conf).isEmpty()) {
            return null;
        }
        if (LINES.containsKey(format.getClass())) {
            return new NewLineReader(delimiter(conf), meter);
        }
        context.setStatus(split.toString());
        return new NewPairReader(new NewLineReader(null, meter), LinePairs.of(conf));
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
                || !obstacle(format.getClass(), split.getClass(), file.getPath(), conf).isEmpty()) {
            return null;
        }
        boolean lines = LINES.containsKey(format.getClass());
        reporter.setStatus(file.toString());
        OldLineReader reader =
                new OldLineReader(
                        SplitLines.open(
                                file.getPath(),
                                file.getStart(),
                                file.getLength(),
                                conf,
                                lines ? delimiter(conf) : null,
                                meter));
        return lines ? reader : new OldPairReader(reader, LinePairs.of(conf));
    }

    /**
     * Why the records that a format reads from a split are not known; empty if they are.
     *
     * @param file of the split, if it is a file's
     */
    public static String obstacle(
            Class<?> format, Class<?> split, @Nullable Path file, Configuration conf) {
        String off = Rewrite.LINE_READ.obstacle(conf::get);
        if (!off.isEmpty()) {
            return off;
        }
        Class<?> expected = LINES.getOrDefault(format, PAIRS.get(format));
        if (expected == null) {
            return "only lines of text and SequenceFiles are known, not what "
                    + format.getName()
                    + " reads";
        }
        if (split != expected || file == null) {
            return "a split is a " + split.getName() + ", and not a plain piece of a file";
        }
        byte[] delimiter = delimiter(conf);
        if (LINES.containsKey(format) && delimiter != null && delimiter.length != 1) {
            return DELIMITER + " has more than one byte";
        }
        if (conf.getInt(LineRecordReader.MAX_LINE_LENGTH, Integer.MAX_VALUE) != Integer.MAX_VALUE) {
            return LineRecordReader.MAX_LINE_LENGTH + " is set";
        }
        if (conf.getInt(CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY, 1) <= 0) {
            return CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY + " is not above 0";
        }
        return new CompressionCodecFactory(conf).getCodec(file) == null
                ? ""
                : file.getName() + " is compressed";
    }

    private static byte @Nullable [] delimiter(Configuration conf) {
        String delimiter = conf.get(DELIMITER);
        return delimiter == null ? null : delimiter.getBytes(StandardCharsets.UTF_8);
    }
}
