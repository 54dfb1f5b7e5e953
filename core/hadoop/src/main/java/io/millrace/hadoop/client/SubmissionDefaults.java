package io.millrace.hadoop.client;

import io.millrace.engine.config.Settings;
import io.millrace.files.direct.DirectLocalFs;
import io.millrace.files.direct.LocalFiles;
import io.millrace.files.namespace.MemoryFs;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.KeyOrigin;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Sets keys of Hadoop's own in the configuration that a client was opened with, which is the live
 * configuration of the job that is about to be submitted. The user's own choices stay.
 */
final class SubmissionDefaults {

    /** Interval at which a client polls for the end of its job; a poll costs microseconds. */
    private static final int POLL_MILLIS = 10;

    private static final String NEW_API = "mapred.mapper.new-api";

    private SubmissionDefaults() {}

    static void apply(Configuration conf) {
        setUnlessChosen(conf, Job.COMPLETION_POLL_INTERVAL_KEY, POLL_MILLIS);
        setUnlessChosen(conf, Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, POLL_MILLIS);
        setFileContexts(conf);
        Settings settings = HadoopKeys.settings(conf);
        long splitBytes = HadoopKeys.SPLIT_SIZE.in(settings);
        if (splitBytes > 0) {
            setUnlessChosen(conf, FileInputFormat.SPLIT_MINSIZE, splitBytes);
            setUnlessChosen(conf, FileInputFormat.SPLIT_MAXSIZE, splitBytes);
        } else {
            keepSmallFilesWhole(conf);
        }
        int reduces = HadoopKeys.REDUCES.in(settings);
        if (reduces > 0 && conf.getInt(MRJobConfig.NUM_REDUCES, 1) > 0) {
            // A job without reduce tasks keeps none: its map output is its output.
            conf.set(MRJobConfig.NUM_REDUCES, Integer.toString(reduces), KeyOrigin.MILLRACE);
        }
    }

    /** Has the client print no stacks of attempts that fail. */
    static void leaveFailuresOut(Configuration conf) {
        setUnlessChosen(conf, Job.OUTPUT_FILTER, Job.TaskStatusFilter.NONE.name());
    }

    /** Sets file systems that {@code FileContext} does not find by itself, or does not share. */
    private static void setFileContexts(Configuration conf) {
        setUnlessChosen(conf, MemoryFs.KEY, MemoryFs.class.getName());
        if (LocalFiles.areDirect(conf)) {
            setUnlessChosen(conf, DirectLocalFs.KEY, DirectLocalFs.class.getName());
        }
    }

    /**
     * The old API cuts the input into as many pieces as the job's hint of map tasks, two by
     * default, however small the input is. A reader fetches one buffer at a time, so a smaller
     * piece saves nothing and costs a task.
     */
    private static void keepSmallFilesWhole(Configuration conf) {
        boolean oldApi = !conf.getBoolean(NEW_API, false);
        if (oldApi && !KeyOrigin.chosen(conf, MRJobConfig.NUM_MAPS)) {
            int buffer =
                    conf.getInt(
                            CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY,
                            CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_DEFAULT);
            setUnlessChosen(conf, FileInputFormat.SPLIT_MINSIZE, buffer);
        }
    }

    private static void setUnlessChosen(Configuration conf, String key, long value) {
        setUnlessChosen(conf, key, Long.toString(value));
    }

    private static void setUnlessChosen(Configuration conf, String key, String value) {
        if (!KeyOrigin.chosen(conf, key)) {
            conf.set(key, value, KeyOrigin.MILLRACE);
        }
    }
}
