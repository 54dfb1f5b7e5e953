package io.millrace.formats.output;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.FileWriters;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.Progressable;

/** Writers of lines of text in place of {@code TextOutputFormat}, if they are not compressed. */
final class LineWriters implements FileWriters {

    private static final String DEFAULT_SEPARATOR = "\t";

    @Override
    public String records() {
        return "lines of text";
    }

    @Override
    public String how() {
        return "lines of text are written a buffer at a time";
    }

    @Override
    public List<String> settings() {
        return List.of(FileOutputFormat.COMPRESS);
    }

    @Override
    public String obstacle(Configuration conf, JobFormats formats) {
        String off = formats.rewrites().obstacle(Rewrite.LINE_WRITE);
        if (!off.isEmpty()) {
            return off;
        }
        return conf.getBoolean(FileOutputFormat.COMPRESS, false)
                ? "the output is compressed (" + FileOutputFormat.COMPRESS + ")"
                : "";
    }

    @Override
    public LineWriter open(
            OutputFormat<?, ?> format,
            TaskAttemptContext context,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        Configuration conf = context.getConfiguration();
        Path file = ((TextOutputFormat<?, ?>) format).getDefaultWorkFile(context, "");
        meter.begin();
        OutputStream out = file.getFileSystem(conf).create(file, false);
        meter.end();
        return new LineWriter(out, separator(conf), meter);
    }

    /** The old API's format overwrites an existing file. */
    @Override
    public LineWriter open(
            JobConf conf, String name, Progressable progress, JobFormats formats, FileMeter meter)
            throws IOException {
        Path file = org.apache.hadoop.mapred.FileOutputFormat.getTaskOutputPath(conf, name);
        meter.begin();
        OutputStream out = file.getFileSystem(conf).create(file, progress);
        meter.end();
        return new LineWriter(out, separator(conf), meter);
    }

    private static byte[] separator(Configuration conf) {
        return conf.get(TextOutputFormat.SEPARATOR, DEFAULT_SEPARATOR)
                .getBytes(StandardCharsets.UTF_8);
    }
}
