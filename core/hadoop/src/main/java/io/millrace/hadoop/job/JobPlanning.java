package io.millrace.hadoop.job;

import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.engine.config.Settings;
import io.millrace.engine.job.Engine;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.Plan;
import io.millrace.files.config.FileKeys;
import io.millrace.files.config.PathCapabilities;
import io.millrace.files.direct.LocalFiles;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.plan.SplitDisks;
import io.millrace.hadoop.remote.RemoteExecution;
import io.millrace.hadoop.remote.RemotePlan;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.SerializedSplit;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.watch.InputSplits;
import io.millrace.hadoop.watch.JobPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.StringUtils;

/**
 * Plans one job whose site exists: all choices before its first task, the engine's and others.
 * Plans a job that is about to run in the same way as one that is only explained.
 */
final class JobPlanning {

    private static final String MEMORY_SCHEME = "mem";

    private final JobEnvironment environment;
    private final JobConf conf;
    private final Settings settings;
    private final RemoteExecution remote;

    JobPlanning(JobEnvironment environment, RemoteExecution remote) {
        this.environment = environment;
        this.conf = environment.conf();
        this.settings = HadoopKeys.settings(conf);
        this.remote = remote;
    }

    /** Whether tasks run in other processes. */
    boolean elsewhere() {
        return environment.processes().elsewhere();
    }

    /**
     * The plan for attempts in an engine.
     *
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed, alone or in
     *     combination with another
     */
    JobPlan plan(TaskAttempts attempts, Engine engine, JobCommitter committer) throws IOException {
        RemotePlan elsewhere =
                elsewhere() ? remote.plan(environment, attempts.remoteShape()) : null;
        Plan plan = engine.plan(elsewhere == null ? attempts.shape() : elsewhere.shape(), settings);
        Rewrites rewrites =
                elsewhere == null ? attempts.plan().formats().rewrites() : Rewrites.in(settings);
        List<Choice<?>> choices = new ArrayList<>();
        choices.add(splits());
        choices.add(
                SplitDisks.choice(
                        environment.splits().stream().map(SerializedSplit::kind).toList()));
        choices.addAll(elsewhere == null ? attempts.plan().choices() : attempts.remoteChoices());
        choices.add(JobLoaders.conversions(environment.classes(), rewrites));
        choices.add(rewrites.choice());
        choices.add(
                elsewhere == null
                        ? environment.classes().sharing().choice()
                        : elsewhere.isolation());
        choices.add(environment.processes().workersChoice());
        if (elsewhere != null) {
            choices.addAll(elsewhere.choices());
        }
        choices.addAll(LocalFiles.choices(conf));
        choices.add(namespace());
        choices.add(committer.choice());
        return new JobPlan(
                plan,
                List.copyOf(choices),
                engine.memoryChoices(),
                InputSplits.of(
                        environment.splits().stream().mapToLong(SerializedSplit::inputBytes)),
                environment.classes().sharing().advice());
    }

    private Choice<Integer> splits() {
        String format =
                conf.getUseNewMapper()
                        ? conf.get(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, "TextInputFormat")
                        : conf.get("mapred.input.format.class", "TextInputFormat");
        String by = "cut by " + format.substring(format.lastIndexOf('.') + 1);
        if (HadoopKeys.SPLIT_SIZE.in(settings) > 0) {
            by += ", sized by " + HadoopKeys.SPLIT_SIZE;
        }
        for (String key : List.of(FileInputFormat.SPLIT_MINSIZE, FileInputFormat.SPLIT_MAXSIZE)) {
            if (KeyOrigin.chosen(conf, key)) {
                by += ", " + key + " is " + conf.get(key);
            }
        }
        return new Choice<>("splits", environment.splits().size(), by);
    }

    private Choice<String> namespace() throws IOException {
        boolean input = false;
        for (String directory : StringUtils.split(conf.get(FileInputFormat.INPUT_DIR, ""))) {
            input |= inMemory(StringUtils.unEscapeString(directory));
        }
        boolean output = inMemory(conf.get(FileOutputFormat.OUTDIR, ""));
        String name = "namespace";
        if (!input && !output) {
            return new Choice<>(name, "none", "neither input nor output is in memory");
        }
        return new Choice<>(
                name,
                input && output ? "input and output" : input ? "input" : "output",
                "in mem:, or kept in memory by " + FileKeys.REDIRECT);
    }

    /** Checks only the local file system: only the job's format knows what the path means. */
    private boolean inMemory(String directory) throws IOException {
        try {
            Path path = new Path(directory); // throws if it is empty
            String scheme =
                    Objects.requireNonNullElse(
                            path.toUri().getScheme(), FileSystem.getDefaultUri(conf).getScheme());
            return scheme.equals(MEMORY_SCHEME)
                    || (scheme.equals("file")
                            && path.getFileSystem(conf)
                                    .hasPathCapability(path, PathCapabilities.IN_MEMORY));
        } catch (IllegalArgumentException e) {
            return false; // it is not a path
        }
    }
}
