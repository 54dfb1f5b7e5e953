package io.millrace.apps.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.job.JobTool;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.BlockFile;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs a program on a generated input under Hadoop's local runner and under Millrace, with several
 * map and reduce tasks.
 */
public final class BothFrameworks {

    private static final long SEED = 11;
    private static final int SPLITS = 3;

    private final Path folder;
    private final Path input;
    private int runs;

    /** Works in an empty directory, on an input of this size. */
    public BothFrameworks(Path folder, InputKind kind, long bytes)
            throws IOException, InterruptedException {
        this.folder = folder;
        input = folder.resolve("input");
        BlockFile.write(kind.input(bytes, SEED), input, 2);
    }

    /** The lines of the input. */
    public List<String> input() throws IOException {
        return Files.readAllLines(input);
    }

    public org.apache.hadoop.fs.Path inputPath() {
        return new org.apache.hadoop.fs.Path(input.toUri());
    }

    /** A configuration that names a framework, and is otherwise the same for both. */
    public JobConf conf(String framework) throws IOException {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.setLong(
                "mapreduce.input.fileinputformat.split.maxsize", Files.size(input) / SPLITS + 1);
        conf.setInt("mapreduce.job.reduces", 2);
        conf.setInt("mapreduce.local.map.tasks.maximum", 2);
        conf.setInt("mapreduce.task.io.sort.mb", 8);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
        conf.set("millrace.memory.max", "128m");
        return conf;
    }

    /** What a program writes under Hadoop's local runner. */
    public OutputTree local(JobTool tool, String... options) throws Exception {
        return run("local", tool, options);
    }

    /** What it writes under Millrace. */
    public OutputTree millrace(JobTool tool, String... options) throws Exception {
        return run("millrace", tool, options);
    }

    /** What it writes under both, which has to be the same, file by file and byte by byte. */
    public OutputTree both(JobTool tool, String... options) throws Exception {
        OutputTree local = local(tool, options);
        OutputTree millrace = millrace(tool, options);
        assertThat(millrace.names()).isEqualTo(local.names());
        for (String name : local.names()) {
            assertThat(millrace.records(name)).as(name).isEqualTo(local.records(name));
        }
        return millrace;
    }

    private OutputTree run(String framework, JobTool tool, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        Path output = folder.resolve("output-" + framework + "-" + runs++);
        arguments.add(input.toUri().toString());
        arguments.add(output.toUri().toString());
        Configuration conf = conf(framework);
        assertThat(ToolRunner.run(conf, tool, arguments.toArray(String[]::new))).isZero();
        return OutputTree.read(new org.apache.hadoop.fs.Path(output.toString()));
    }
}
