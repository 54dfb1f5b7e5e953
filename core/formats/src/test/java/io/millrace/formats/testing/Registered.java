package io.millrace.formats.testing;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.FileWriters;
import io.millrace.formats.registry.InputEntry;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.OutputEntry;
import io.millrace.formats.registry.SplitReaders;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** What the registry has in place of a format, decided and opened at once; null if nothing. */
public final class Registered {

    private Registered() {}

    public static @Nullable RecordReader<?, ?> reader(
            InputFormat<?, ?> format,
            FileSplit split,
            TaskAttemptContext context,
            FileMeter meter) {
        Configuration conf = context.getConfiguration();
        SplitReaders readers = readers(format.getClass(), split.getClass(), split.getPath(), conf);
        return readers == null
                ? null
                : readers.open(split, context, JobFormats.in(conf::get), meter);
    }

    public static org.apache.hadoop.mapred.@Nullable RecordReader<?, ?> reader(
            org.apache.hadoop.mapred.InputFormat<?, ?> format,
            org.apache.hadoop.mapred.FileSplit split,
            Configuration conf,
            Reporter reporter,
            FileMeter meter)
            throws IOException {
        SplitReaders readers = readers(format.getClass(), split.getClass(), split.getPath(), conf);
        return readers == null
                ? null
                : readers.open(split, conf, reporter, JobFormats.in(conf::get), meter);
    }

    private static @Nullable SplitReaders readers(
            Class<?> format, Class<?> split, Path file, Configuration conf) {
        JobFormats formats = JobFormats.in(conf::get);
        InputEntry entry = formats.registry().input(format);
        SplitReaders readers = entry == null || !entry.fits(format, split) ? null : entry.readers();
        return readers == null || !readers.obstacle(file, conf, formats).isEmpty() ? null : readers;
    }

    public static @Nullable RecordWriter<Object, Object> writer(
            OutputFormat<?, ?> format, TaskAttemptContext context, FileMeter meter)
            throws IOException {
        Configuration conf = context.getConfiguration();
        FileWriters writers = writers(format.getClass(), conf);
        return writers == null
                ? null
                : writers.open(format, context, JobFormats.in(conf::get), meter);
    }

    public static org.apache.hadoop.mapred.@Nullable RecordWriter<Object, Object> writer(
            org.apache.hadoop.mapred.OutputFormat<?, ?> format,
            JobConf conf,
            String name,
            Reporter reporter,
            FileMeter meter)
            throws IOException {
        FileWriters writers = writers(format.getClass(), conf);
        return writers == null
                ? null
                : writers.open(conf, name, reporter, JobFormats.in(conf::get), meter);
    }

    private static @Nullable FileWriters writers(Class<?> format, Configuration conf) {
        JobFormats formats = JobFormats.in(conf::get);
        OutputEntry entry = formats.registry().output(format);
        return entry == null || !entry.writers().obstacle(conf, formats).isEmpty()
                ? null
                : entry.writers();
    }
}
