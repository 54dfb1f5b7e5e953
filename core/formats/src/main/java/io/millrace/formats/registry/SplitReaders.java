package io.millrace.formats.registry;

import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Readers that read pieces of files in place of a format's own, with the same records. Stateless,
 * because all jobs share them.
 */
public interface SplitReaders {

    /** The kind of records, as in "lines of text". */
    String records();

    /** A job's plan says this of splits that they read. */
    String how();

    /**
     * Settings that the obstacle depends on, besides the switches of rewrites. An attempt whose
     * code changes one of them gets a new plan.
     */
    List<String> settings();

    /**
     * Why the format must read a file itself; empty if it need not. Called when a job is planned,
     * once for all files with the same extension.
     */
    String obstacle(Path file, Configuration conf, JobFormats formats);

    /**
     * A new-API reader in the state in which the format creates it. For splits without obstacle.
     *
     * @param meter notified around reads
     */
    org.apache.hadoop.mapreduce.RecordReader<?, ?> open(
            org.apache.hadoop.mapreduce.InputSplit split,
            TaskAttemptContext context,
            JobFormats formats,
            FileMeter meter);

    /** The same in the old API, whose readers open their file at once. */
    org.apache.hadoop.mapred.RecordReader<?, ?> open(
            org.apache.hadoop.mapred.InputSplit split,
            Configuration conf,
            Reporter reporter,
            JobFormats formats,
            FileMeter meter)
            throws IOException;
}
