package io.millrace.hadoop.plan;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/** The classes that a job's configuration names, loaded by its own loader but not initialized. */
final class NamedFormat {

    private NamedFormat() {}

    /** The input format, of the mapper's API; null if it is not found. */
    static @Nullable Class<?> input(JobConf conf) {
        return conf.getUseNewMapper()
                ? named(conf, MRJobConfig.INPUT_FORMAT_CLASS_ATTR, TextInputFormat.class)
                : named(
                        conf,
                        "mapred.input.format.class",
                        org.apache.hadoop.mapred.TextInputFormat.class);
    }

    /**
     * The output format, of the API of the task that writes the output; null if it is not found.
     */
    static @Nullable Class<?> output(JobConf conf) {
        boolean newApi =
                conf.getNumReduceTasks() == 0 ? conf.getUseNewMapper() : conf.getUseNewReducer();
        return newApi
                ? named(conf, MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, TextOutputFormat.class)
                : named(
                        conf,
                        "mapred.output.format.class",
                        org.apache.hadoop.mapred.TextOutputFormat.class);
    }

    private static @Nullable Class<?> named(JobConf conf, String key, Class<?> otherwise) {
        String name = conf.getTrimmed(key);
        return name == null ? otherwise : find(name, conf);
    }

    /** The class of that name; null if there is none. */
    static @Nullable Class<?> find(String name, JobConf conf) {
        try {
            return Class.forName(name, false, conf.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
