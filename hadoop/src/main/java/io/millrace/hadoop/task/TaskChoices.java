package io.millrace.hadoop.task;

import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.config.TaskRunner;
import io.millrace.hadoop.input.LineReaders;
import io.millrace.hadoop.input.SequenceReaders;
import io.millrace.hadoop.order.KeyOrders;
import io.millrace.hadoop.output.LineWriter;
import io.millrace.hadoop.output.SequenceWriter;
import io.millrace.hadoop.watch.QuickPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Which of what a job names is replaced by something faster in its tasks, and why or why not: asks
 * those who decide it there. Runs none of the job's code but constructors of comparators, which
 * every job needs before its first task.
 */
final class TaskChoices {

    /** Splits that are looked at; most jobs have splits of one kind. */
    private static final int LOOKS = 20;

    /** Of these splits it is known that to make one runs nobody's code. */
    private static final Set<String> FILE_SPLITS =
            Set.of(FileSplit.class.getName(), org.apache.hadoop.mapred.FileSplit.class.getName());

    private static final String READER = QuickPath.READER.choice();
    private static final String WRITER = QuickPath.WRITER.choice();
    private static final String QUICK = "quick";
    private static final String HADOOPS = "Hadoop's";

    private final JobEnvironment job;
    private final JobConf conf;
    private final RunnerChoice runner;
    private final boolean fastPaths;

    TaskChoices(JobEnvironment job, RunnerChoice runner) {
        this.job = job;
        this.conf = job.conf();
        this.runner = runner;
        this.fastPaths = TaskKeys.FAST_PATHS.in(conf::get);
    }

    /** All of them, in the order in which they are shown. */
    List<Choice<?>> all() {
        return List.of(
                runner.choice(conf),
                reader(),
                KeyOrders.choice(conf, fastPaths),
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
        if (runner.runner() != TaskRunner.FAST) {
            return "Hadoop's own classes run the tasks";
        }
        return fastPaths ? "" : TaskKeys.FAST_PATHS + " is false";
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

    private Choice<String> reader() {
        boolean newApi = conf.getUseNewMapper();
        Class<?> format =
                newApi
                        ? named(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, TextInputFormat.class)
                        : named(
                                "mapred.input.format.class",
                                org.apache.hadoop.mapred.TextInputFormat.class);
        if (!obstacle().isEmpty()) {
            return new Choice<>(READER, HADOOPS, obstacle());
        }
        if (format == null) {
            return new Choice<>(READER, HADOOPS, "the input format's class is not found");
        }
        int splits = job.splits().size();
        int looks = Math.min(LOOKS, splits);
        List<String> obstacles = new ArrayList<>();
        for (int look = 0; look < looks; look++) {
            String found = obstacle(format, job.splits().get((int) ((long) look * splits / looks)));
            if (!found.isEmpty()) {
                obstacles.add(found);
            }
        }
        if (obstacles.isEmpty()) {
            return new Choice<>(
                    READER,
                    QUICK,
                    SequenceReaders.know(format)
                            ? "records of SequenceFiles are read where their bytes are"
                            : "lines of text are cut where they are read");
        }
        return obstacles.size() == looks
                ? new Choice<>(READER, HADOOPS, obstacles.get(0))
                : new Choice<>(
                        READER,
                        "quick for some",
                        "of %d splits looked at, %d are read by Hadoop's: %s"
                                .formatted(looks, obstacles.size(), obstacles.get(0)));
    }

    private String obstacle(Class<?> format, SerializedSplit split) {
        try {
            DataInputBuffer in = new DataInputBuffer();
            int offset = Math.toIntExact(split.offset());
            in.reset(split.file(), offset, split.file().length - offset);
            String type = Text.readString(in);
            Path file = FILE_SPLITS.contains(type) ? new Path(Text.readString(in)) : null;
            Class<?> found = named(type);
            if (found == null) {
                return "the class " + type + " of a split is not found";
            }
            return SequenceReaders.know(format)
                    ? SequenceReaders.obstacle(format, found, conf)
                    : LineReaders.obstacle(format, found, file, conf);
        } catch (IOException | IllegalArgumentException e) {
            return "a split cannot be read: " + e;
        }
    }

    private @Nullable Class<?> named(String key, Class<?> otherwise) {
        String name = conf.getTrimmed(key);
        return name == null ? otherwise : named(name);
    }

    /** The class of that name, which nobody has to initialize for this. */
    private @Nullable Class<?> named(String name) {
        try {
            return Class.forName(name, false, conf.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
