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
 * Writers that create a task's file in place of a format's own, with the same bytes. Stateless,
 * because all jobs share them.
 */
public interface FileWriters {

    /** The kind of records, as in "lines of text". */
    String records();

    /** A job's plan says this of files that they write. */
    String how();

    /** See {@link SplitReaders#settings}. */
    List<String> settings();

    /**
     * Why the format must write files itself; empty if it need not. Called when a job is planned.
     */
    String obstacle(Configuration conf, JobFormats formats);

    /**
     * Creates the file as the format does. For jobs without obstacle.
     *
     * @param meter notified around writes to the file system
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
     * @param name the file's name
     * @param progress called by the file system
     */
    org.apache.hadoop.mapred.RecordWriter<Object, Object> open(
            JobConf conf, String name, Progressable progress, JobFormats formats, FileMeter meter)
            throws IOException;
}
