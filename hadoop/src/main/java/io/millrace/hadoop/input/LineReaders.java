package io.millrace.hadoop.input;

import io.millrace.hadoop.report.FileMeter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        if (split.getClass() != FileSplit.class || !isPlain(conf, ((FileSplit) split).getPath())) {
            return null;
        }
        if (format.getClass() == TextInputFormat.class && endsWithOneByte(conf)) {
            return new NewLineReader(delimiter(conf), meter);
        }
        if (format.getClass() == KeyValueTextInputFormat.class) {
            context.setStatus(split.toString());
            return new NewPairReader(new NewLineReader(null, meter), LinePairs.of(conf));
        }
        return null;
    }

    /** The same in the old API, whose readers open their file at once. */
    public static org.apache.hadoop.mapred.@Nullable RecordReader<?, ?> of(
            org.apache.hadoop.mapred.InputFormat<?, ?> format,
            org.apache.hadoop.mapred.InputSplit split,
            Configuration conf,
            org.apache.hadoop.mapred.Reporter reporter,
            FileMeter meter)
            throws IOException {
        boolean lines =
                format.getClass() == org.apache.hadoop.mapred.TextInputFormat.class
                        && endsWithOneByte(conf);
        boolean pairs = format.getClass() == org.apache.hadoop.mapred.KeyValueTextInputFormat.class;
        if ((!lines && !pairs) || split.getClass() != org.apache.hadoop.mapred.FileSplit.class) {
            return null;
        }
        org.apache.hadoop.mapred.FileSplit file = (org.apache.hadoop.mapred.FileSplit) split;
        if (!isPlain(conf, file.getPath())) {
            return null;
        }
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

    private static boolean isPlain(Configuration conf, Path file) {
        return conf.getInt(LineRecordReader.MAX_LINE_LENGTH, Integer.MAX_VALUE) == Integer.MAX_VALUE
                && conf.getInt(CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY, 1) > 0
                && new CompressionCodecFactory(conf).getCodec(file) == null;
    }

    private static boolean endsWithOneByte(Configuration conf) {
        byte[] delimiter = delimiter(conf);
        return delimiter == null || delimiter.length == 1;
    }

    private static byte @Nullable [] delimiter(Configuration conf) {
        String delimiter = conf.get(DELIMITER);
        return delimiter == null ? null : delimiter.getBytes(StandardCharsets.UTF_8);
    }
}
