package io.millrace.hadoop.task;

import io.millrace.engine.plan.Choice;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.output.LineWriter;
import io.millrace.formats.output.SequenceWriter;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.config.TaskRunner;
import io.millrace.hadoop.watch.QuickPath;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Which of what a job names is replaced by something faster in its tasks, and why or why not: asks
 * those who decide it there. Runs none of the job's code but constructors of comparators, which
 * every job needs before its first task.
 */
final class TaskChoices {

    static final String READER = QuickPath.READER.choice();
    private static final String WRITER = QuickPath.WRITER.choice();
    static final String QUICK = "quick";
    static final String HADOOPS = "Hadoop's";

    private final JobEnvironment job;
    private final JobConf conf;
    private final RunnerChoice runner;
    private final boolean cached;

    /**
     * @param cached whether there is a place for input that is kept
     */
    TaskChoices(JobEnvironment job, RunnerChoice runner, boolean cached) {
        this.job = job;
        this.conf = job.conf();
        this.runner = runner;
        this.cached = cached;
    }

    /** All of them, in the order in which they are shown. */
    List<Choice<?>> all() {
        return List.of(
                runner.choice(conf),
                reader(),
                SplitCache.choice(conf, runner.runner(), inputFormat(), job.splits(), cached),
                KeyOrders.choice(conf),
                JobCombiner.choice(conf),
                writer());
    }

    /** Those that are made without the job's classes. */
    List<Choice<?>> remote() {
        return List.of(
                runner.choice(conf),
                new Choice<>(
                        READER,
                        "chosen there",
                        "tasks run in JVMs of their own, which alone load the job's classes; so are order, combiner and writer"));
    }

    /** Why nothing of a task's is replaced; empty if it may be. */
    private String obstacle() {
        return runner.runner() == TaskRunner.FAST ? "" : "Hadoop's own classes run the tasks";
    }

    private Choice<String> writer() {
        boolean newApi =
                conf.getNumReduceTasks() == 0 ? conf.getUseNewMapper() : conf.getUseNewReducer();
        Class<?> format =
                newApi
                        ? named(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, TextOutputFormat.class)
                        : named(
                                "mapred.output.format.class",
                                org.apache.hadoop.mapred.TextOutputFormat.class);
        String obstacle =
                !obstacle().isEmpty()
                        ? obstacle()
                        : format == null
                                ? "the output format's class is not found"
                                : writerObstacle(format);
        return obstacle.isEmpty()
                ? new Choice<>(
                        WRITER,
                        QUICK,
                        format != null && SequenceWriter.knows(format)
                                ? "records are serialized into the SequenceFile's own layout"
                                : "lines of text are written a buffer at a time")
                : new Choice<>(WRITER, HADOOPS, obstacle);
    }

    private String writerObstacle(Class<?> format) {
        return SequenceWriter.knows(format)
                ? SequenceWriter.obstacle(format, conf)
                : LineWriter.obstacle(format, conf);
    }

    private @Nullable Class<?> inputFormat() {
        return conf.getUseNewMapper()
                ? named(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, TextInputFormat.class)
                : named(
                        "mapred.input.format.class",
                        org.apache.hadoop.mapred.TextInputFormat.class);
    }

    private Choice<String> reader() {
        Class<?> format = inputFormat();
        if (!obstacle().isEmpty()) {
            return new Choice<>(READER, HADOOPS, obstacle());
        }
        if (format == null) {
            return new Choice<>(READER, HADOOPS, "the input format's class is not found");
        }
        return ReaderChoice.of(format, job.splits(), conf);
    }

    private @Nullable Class<?> named(String key, Class<?> otherwise) {
        String name = conf.getTrimmed(key);
        return name == null ? otherwise : named(name, conf);
    }

    /** The class of that name, which nobody has to initialize for this. */
    static @Nullable Class<?> named(String name, Configuration conf) {
        try {
            return Class.forName(name, false, conf.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
