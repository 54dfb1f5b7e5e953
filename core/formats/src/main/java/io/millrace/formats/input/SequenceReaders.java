package io.millrace.formats.input;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.SplitReaders;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Readers of SequenceFiles, which deserialize the records of uncompressed files in place, without a
 * stream. Hadoop's own reader always reads files that turn out to be compressed.
 */
final class SequenceReaders implements SplitReaders {

    @Override
    public String records() {
        return "SequenceFiles";
    }

    @Override
    public String how() {
        return "records of SequenceFiles are read in place";
    }

    @Override
    public List<String> settings() {
        return List.of(
                CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_KEY,
                FormatKeys.HANDOVER.name());
    }

    @Override
    public String obstacle(Path file, Configuration conf, JobFormats formats) {
        if (conf.getBoolean(
                CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_KEY,
                CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_DEFAULT)) {
            return CommonConfigurationKeysPublic.IO_SKIP_CHECKSUM_ERRORS_KEY
                    + " is set, so the reader skips damaged records";
        }
        return FormatKeys.HANDOVER.in(conf::get)
                ? formats.rewrites().obstacle(Rewrite.SEQUENCE_READ)
                : FormatKeys.HANDOVER + " is false";
    }

    @Override
    public org.apache.hadoop.mapreduce.RecordReader<?, ?> open(
            org.apache.hadoop.mapreduce.InputSplit split,
            TaskAttemptContext context,
            JobFormats formats,
            FileMeter meter) {
        return new NewSequenceReader(formats, meter);
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
        return new OldSequenceReader(
                SplitSequence.open(
                        file.getPath(), file.getStart(), file.getLength(), conf, formats, meter),
                conf);
    }
}
