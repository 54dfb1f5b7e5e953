package io.millrace.formats.registry;

import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Readers that serve pieces of files in place of a format's own, to the same records. Stateless, as
 * all jobs share them.
 */
public interface SplitReaders {

    /** What they read, as in "lines of text". */
    String records();

    /** What a job's plan says of splits that they read. */
    String how();

    /**
     * Settings that the obstacle depends on, besides the switches of rewrites. An attempt whose
     * code changes one of them is planned anew.
     */
    List<String> settings();

    /**
     * Why a file is left to the format; empty if it is not. Called when a job is planned, once for
     * files whose names end alike.
     */
    String obstacle(Path file, Configuration conf, JobFormats formats);

    /**
     * A reader of the new API that has done nothing yet but what the format does when it makes one.
     * For splits without obstacle.
     *
     * @param meter told when bytes are read
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
