package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.scope.UserScope;
import io.millrace.hadoop.testing.ListCursor;
import io.millrace.hadoop.testing.ListSink;
import io.millrace.hadoop.testing.RawRecord;
import io.millrace.hadoop.watch.QuickPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContextImpl;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Runs a job's attempts one after the other on the calling thread, without an engine: map output in
 * lists, sorted by the job's key order, ties in order of emission.
 */
final class InlineJob {

    private static final JobID ID = new JobID("1", 1);

    private final JobConf conf;
    private final TaskAttempts attempts;
    private final boolean stock;
    private final JobEnvironment environment;
    private final List<RawRecord> records = new ArrayList<>();
    private final Counters counters = new Counters();
    private final List<Map<QuickPath, Boolean>> taken = new ArrayList<>();
    private boolean accumulates;
    private final org.apache.hadoop.fs.Path output;

    /** Writes the job's splits below {@code directory}, as the client would. */
    InlineJob(JobConf submitted, Path directory) throws Exception {
        this(submitted, directory, FormatRegistry.loaded(), false);
    }

    /** The same by Hadoop's own tasks, which read and write the same lists. */
    static InlineJob stock(JobConf submitted, Path directory) throws Exception {
        return new InlineJob(submitted, directory, FormatRegistry.loaded(), true);
    }

    /** The same with what a registry has. */
    InlineJob(JobConf submitted, Path directory, FormatRegistry registry) throws Exception {
        this(submitted, directory, registry, false);
    }

    private InlineJob(JobConf submitted, Path directory, FormatRegistry registry, boolean stock)
            throws Exception {
        this.stock = stock;
        conf = new JobConf(submitted);
        Path submitDirectory = Files.createDirectories(directory.resolve("submit"));
        conf.set(MRJobConfig.MAPREDUCE_JOB_DIR, submitDirectory.toUri().toString());
        List<SerializedSplit> splits =
                writeSplits(new org.apache.hadoop.fs.Path(submitDirectory.toUri()));
        Path work = Files.createDirectories(directory.resolve("work"));
        environment =
                new JobEnvironment(
                        ID,
                        conf,
                        JobClasses.shared(conf, conf.getClassLoader(), "test"),
                        UserGroupInformation.getCurrentUser(),
                        splits,
                        work);
        attempts = new TaskAttempts(environment, null, null, registry);
        output = FileOutputFormat.getOutputPath(Job.getInstance(conf));
    }

    /** How it was planned. */
    TaskPlan plan() {
        return attempts.plan();
    }

    /** What an order of keys made for an attempt is. */
    KeyOrder newKeyOrder() {
        return attempts.newKeyOrder();
    }

    /** The quick paths that each attempt had the choice of, and whether it took them. */
    List<Map<QuickPath, Boolean>> taken() {
        return taken;
    }

    /** Whether map attempts have a combiner whose work is done in place, as the last one had. */
    boolean accumulates() {
        return accumulates;
    }

    JobConf conf() {
        return conf;
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private List<SerializedSplit> writeSplits(org.apache.hadoop.fs.Path directory)
            throws Exception {
        FileSystem files = FileSystem.getLocal(conf);
        if (conf.getUseNewMapper()) {
            Job job = Job.getInstance(conf);
            InputFormat format = ReflectionUtils.newInstance(job.getInputFormatClass(), conf);
            List<InputSplit> splits = format.getSplits(job);
            JobSplitWriter.createSplitFiles(directory, conf, files, splits);
        } else {
            JobSplitWriter.createSplitFiles(
                    directory,
                    conf,
                    files,
                    conf.getInputFormat().getSplits(conf, conf.getNumMapTasks()));
        }
        byte[] file =
                Files.readAllBytes(Path.of(JobSubmissionFiles.getJobSplitFile(directory).toUri()));
        TaskSplitMetaInfo[] infos =
                SplitMetaInfoReader.readSplitMetaInfo(ID, files, conf, directory);
        return Arrays.stream(infos)
                .map(info ->
                        new SerializedSplit(
                                file,
                                info.getStartOffset(),
                                info.getInputDataLength(),
                                info.getLocations()))
                .toList();
    }

    /**
     * Runs everything and commits the job; throws what the first failing attempt throws, after
     * aborting it.
     */
    InlineJob run() throws Exception {
        OutputCommitter committer = new FileOutputCommitter(output, new JobContextImpl(conf, ID));
        committer.setupJob(new JobContextImpl(conf, ID));
        for (int i = 0; i < environment.splits().size(); i++) {
            map(i);
        }
        for (int i = 0; i < conf.getNumReduceTasks(); i++) {
            reduce(i);
        }
        committer.commitJob(new JobContextImpl(conf, ID));
        return this;
    }

    /** Runs and commits one map attempt. */
    AttemptStatus map(int task) throws Exception {
        return perform(new AttemptId(TaskKind.MAP, task, 0), this::map);
    }

    private AttemptStatus map(AttemptId id) throws Exception {
        AttemptStatus status =
                new AttemptStatus(new TaskAttemptID("1", 1, TaskType.MAP, id.task(), 0));
        AttemptGuard guard = new AttemptGuard(id);
        MapAttempt attempt =
                stock
                        ? new StockMapAttempt(frame(guard, status))
                        : attempts.newMapAttempt(guard, status);
        Combiner combiner = attempt.combiner();
        accumulates = combiner != null && combiner.openAccumulator() != null;
        ListSink sink = conf.getNumReduceTasks() == 0 ? null : new ListSink();
        try {
            attempt.run(sink);
            attempt.commit();
        } catch (Exception e) {
            attempt.abort(e);
            throw e;
        }
        if (sink != null) {
            records.addAll(sink.records());
            status.countOutput(statistics(sink.records()), 0, conf.getNumReduceTasks());
        }
        counters.incrAllCounters(status.counters());
        taken.add(status.taken());
        return status;
    }

    /** Runs and commits one reduce attempt over what the map attempts so far have put out. */
    AttemptStatus reduce(int partition) throws Exception {
        return perform(new AttemptId(TaskKind.REDUCE, partition, 0), this::reduce);
    }

    private AttemptStatus reduce(AttemptId id) throws Exception {
        KeyOrder order = attempts.newKeyOrder();
        List<RawRecord> sorted =
                records.stream()
                        .filter(record -> record.partition() == id.task())
                        .sorted((left, right) ->
                                order.compare(
                                        left.key(),
                                        0,
                                        left.key().length,
                                        right.key(),
                                        0,
                                        right.key().length))
                        .toList();
        AttemptStatus status =
                new AttemptStatus(new TaskAttemptID("1", 1, TaskType.REDUCE, id.task(), 0));
        AttemptGuard guard = new AttemptGuard(id);
        ReduceAttempt attempt =
                stock
                        ? new StockReduceAttempt(frame(guard, status))
                        : attempts.newReduceAttempt(guard, status);
        try {
            attempt.run(
                    new ReduceAttempt.ReduceInput(
                            new ListCursor(sorted, order), statistics(sorted), groups -> {}));
            attempt.commit();
        } catch (Exception e) {
            attempt.abort(e);
            throw e;
        }
        counters.incrAllCounters(status.counters());
        taken.add(status.taken());
        return status;
    }

    private AttemptFrame frame(AttemptGuard guard, AttemptStatus status) {
        UserScope scope = Objects.requireNonNull(UserScope.current(), "outside an attempt");
        return new AttemptFrame(environment, this::plan, scope, guard, status);
    }

    /** What an attempt does, by its id. */
    private interface Doing {
        AttemptStatus on(AttemptId id) throws Exception;
    }

    private AttemptStatus perform(AttemptId id, Doing doing) throws Exception {
        try {
            return attempts.perform(
                    id, new AttemptStatus(new TaskAttemptID()), null, () -> doing.on(id));
        } finally {
            attempts.ended(id, true);
        }
    }

    private static OutputStatistics statistics(List<RawRecord> records) {
        long bytes = 0;
        long framed = 0;
        for (RawRecord record : records) {
            int length = record.key().length + record.value().length;
            bytes += length;
            framed +=
                    length
                            + WritableUtils.getVIntSize(record.key().length)
                            + WritableUtils.getVIntSize(record.value().length);
        }
        return new OutputStatistics(records.size(), bytes, framed);
    }

    /** What the attempts counted together. */
    Counters counters() {
        return counters;
    }

    /** The text of each file in the output directory, checksum files aside. */
    Map<String, String> files() throws Exception {
        Map<String, String> texts = new TreeMap<>();
        Path root = Path.of(output.toUri().getPath());
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                if (!path.getFileName().toString().endsWith(".crc")) {
                    texts.put(root.relativize(path).toString(), Files.readString(path));
                }
            }
        }
        return texts;
    }
}
