package io.millrace.formats.input;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.SplitReaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.jspecify.annotations.Nullable;

/**
 * Readers of lines, or of keys and values on a line, in uncompressed files. Lines have the usual
 * ends or, if they are not split into pairs, end with a byte of the job's choice. Hadoop's reader
 * handles longer delimiters and a maximum length, because its results depend on the ends of its
 * buffers.
 */
final class LineReaders implements SplitReaders {

    private static final String DELIMITER = "textinputformat.record.delimiter";

    private final boolean pairs;

    /**
     * @param pairs whether a line is a key and a value
     */
    LineReaders(boolean pairs) {
        this.pairs = pairs;
    }

    @Override
    public String records() {
        return "lines of text";
    }

    @Override
    public String how() {
        return "lines of text are split in the read buffer";
    }

    @Override
    public List<String> settings() {
        return List.of(
                DELIMITER,
                LineRecordReader.MAX_LINE_LENGTH,
                CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY,
                CommonConfigurationKeys.IO_COMPRESSION_CODECS_KEY);
    }

    @Override
    public String obstacle(Path file, Configuration conf, JobFormats formats) {
        String off = formats.rewrites().obstacle(Rewrite.LINE_READ);
        if (!off.isEmpty()) {
            return off;
        }
        byte[] delimiter = delimiter(conf);
        if (delimiter != null && delimiter.length != 1) {
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

    @Override
    public org.apache.hadoop.mapreduce.RecordReader<?, ?> open(
            org.apache.hadoop.mapreduce.InputSplit split,
            TaskAttemptContext context,
            JobFormats formats,
            FileMeter meter) {
        Configuration conf = context.getConfiguration();
        NewLineReader lines = new NewLineReader(delimiter(conf), meter);
        if (!pairs) {
            return lines;
        }
        context.setStatus(split.toString());
        return new NewPairReader(lines, LinePairs.of(conf));
    }

    @Override
    public org.apache.hadoop.mapred.RecordReader<?, ?> open(
            org.apache.hadoop.mapred.InputSplit split,
            Configuration conf,
            Reporter reporter,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        FileSplit file = (FileSplit) split;
        reporter.setStatus(file.toString());
        OldLineReader lines =
                new OldLineReader(
                        SplitLines.open(
                                file.getPath(),
                                file.getStart(),
                                file.getLength(),
                                conf,
                                delimiter(conf),
                                meter));
        return pairs ? new OldPairReader(lines, LinePairs.of(conf)) : lines;
    }

    /** The byte that ends a line; null for the usual line ends. */
    private byte @Nullable [] delimiter(Configuration conf) {
        String delimiter = pairs ? null : conf.get(DELIMITER);
        return delimiter == null ? null : delimiter.getBytes(StandardCharsets.UTF_8);
    }
}
