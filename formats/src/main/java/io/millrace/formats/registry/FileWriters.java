package io.millrace.formats.registry;

import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.Progressable;

/**
 * Writers that make a task's file in place of a format's own, with the same bytes. Stateless, as
 * all jobs share them.
 */
public interface FileWriters {

    /** What they write, as in "lines of text". */
    String records();

    /** What a job's plan says of files that they write. */
    String how();

    /** As {@link SplitReaders#settings}. */
    List<String> settings();

    /** Why files are left to the format; empty if they are not. Called when a job is planned. */
    String obstacle(Configuration conf, JobFormats formats);

    /**
     * Makes the file as the format does. For jobs without obstacle.
     *
     * @param meter told when the file system is given bytes
     */
    org.apache.hadoop.mapreduce.RecordWriter<Object, Object> open(
            OutputFormat<?, ?> format,
            TaskAttemptContext context,
            JobFormats formats,
            FileMeter meter)
            throws IOException;

    /**
     * The same in the old API.
     *
     * @param name of the file
     * @param progress told of by the file system
     */
    org.apache.hadoop.mapred.RecordWriter<Object, Object> open(
            JobConf conf, String name, Progressable progress, JobFormats formats, FileMeter meter)
            throws IOException;
}
