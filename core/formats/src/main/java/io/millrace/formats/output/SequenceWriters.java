package io.millrace.formats.output;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.FileWriters;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.util.Progressable;

/** Writers of uncompressed SequenceFiles in place of {@code SequenceFileOutputFormat}. */
final class SequenceWriters implements FileWriters {

    @Override
    public String records() {
        return "SequenceFiles";
    }

    @Override
    public String how() {
        return "records are serialized into the SequenceFile's own layout";
    }

    @Override
    public List<String> settings() {
        return List.of(FileOutputFormat.COMPRESS, FormatKeys.HANDOVER.name());
    }

    @Override
    public String obstacle(Configuration conf, JobFormats formats) {
        if (conf.getBoolean(FileOutputFormat.COMPRESS, false)) {
            return "the output is compressed (" + FileOutputFormat.COMPRESS + ")";
        }
        return FormatKeys.HANDOVER.in(conf::get)
                ? formats.rewrites().obstacle(Rewrite.SEQUENCE_WRITE)
                : FormatKeys.HANDOVER + " is false";
    }

    @Override
    public SequenceWriter open(
            OutputFormat<?, ?> format,
            TaskAttemptContext context,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        return SequenceWriter.create(
                ((SequenceFileOutputFormat<?, ?>) format).getDefaultWorkFile(context, ""),
                context.getConfiguration(),
                context.getOutputKeyClass(),
                context.getOutputValueClass(),
                context,
                formats,
                meter);
    }

    @Override
    public SequenceWriter open(
            JobConf conf, String name, Progressable progress, JobFormats formats, FileMeter meter)
            throws IOException {
        return SequenceWriter.create(
                org.apache.hadoop.mapred.FileOutputFormat.getTaskOutputPath(conf, name),
                conf,
                conf.getOutputKeyClass(),
                conf.getOutputValueClass(),
                progress,
                formats,
                meter);
    }
}
