package io.millrace.hadoop.client;

import io.millrace.engine.config.Settings;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.KeyOrigin;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Sets keys of Hadoop's own in the configuration that a client was opened with, which is the live
 * configuration of the job that is about to be submitted. What the user chose stays.
 */
final class SubmissionDefaults {

    /** A client asks this often whether its job has ended; asking costs microseconds. */
    private static final int POLL_MILLIS = 15;

    /** Shown to whoever asks Hadoop's configuration where a value came from. */
    private static final String SOURCE = "millrace";

    private SubmissionDefaults() {}

    static void apply(Configuration conf) {
        setUnlessChosen(conf, Job.COMPLETION_POLL_INTERVAL_KEY, POLL_MILLIS);
        setUnlessChosen(conf, Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, POLL_MILLIS);
        Settings settings = HadoopKeys.settings(conf);
        long splitBytes = HadoopKeys.SPLIT_SIZE.in(settings);
        if (splitBytes > 0) {
            setUnlessChosen(conf, FileInputFormat.SPLIT_MINSIZE, splitBytes);
            setUnlessChosen(conf, FileInputFormat.SPLIT_MAXSIZE, splitBytes);
        }
        int reduces = HadoopKeys.REDUCES.in(settings);
        if (reduces > 0 && conf.getInt(MRJobConfig.NUM_REDUCES, 1) > 0) {
            // A job without reduce tasks does something else with its map output; it stays without.
            conf.set(MRJobConfig.NUM_REDUCES, Integer.toString(reduces), SOURCE);
        }
    }

    private static void setUnlessChosen(Configuration conf, String key, long value) {
        if (!KeyOrigin.chosen(conf, key)) {
            conf.set(key, Long.toString(value), SOURCE);
        }
    }
}
