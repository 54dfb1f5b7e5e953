package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trait;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.examples.Join;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.join.TupleWritable;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Hadoop's published examples, driven by their own {@code run}; all that shows is files and an exit
 * code.
 */
public final class ExampleTools {
    private static final String ROWS = "20000";

    private ExampleTools() {}

    /**
     * Generates, sorts in total order with sampled boundaries out of the distributed cache, and
     * validates.
     */
    public static JobCase teraChain() {
        return JobCase.of(
                "tera-chain",
                JobCase.Input.NONE,
                run -> {
                    String generated = run.output() + "/generated";
                    String sorted = run.output() + "/sorted";
                    JobConf conf = run.conf();
                    conf.setInt("mapreduce.job.reduces", 3);
                    conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 300_000);
                    tool(run, conf, new TeraGen(), ROWS, generated);
                    tool(run, conf, new TeraSort(), generated, sorted);
                    tool(run, conf, new TeraValidate(), sorted, run.output() + "/report");
                });
    }

    /** TeraSort's sort with its simple partitioner, set up here so that its counters show. */
    public static JobCase teraSort() {
        return JobCase.of(
                "tera-sort",
                ExampleTools::generateRows,
                run -> {
                    Job job = Job.getInstance(run.conf(), "tera sort");
                    job.getConfiguration()
                            .setLong("mapreduce.input.fileinputformat.split.maxsize", 300_000);
                    TeraInputFormat.setInputPaths(
                            job, new org.apache.hadoop.fs.Path(run.input(), "rows"));
                    TeraOutputFormat.setOutputPath(job, run.output());
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setInputFormatClass(TeraInputFormat.class);
                    job.setOutputFormatClass(TeraOutputFormat.class);
                    job.setPartitionerClass(TeraSort.SimplePartitioner.class);
                    job.setNumReduceTasks(3);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /**
     * Two jobs, the second with the published decreasing comparator; equal counts come in any
     * order.
     */
    public static JobCase grep() {
        return JobCase.of(
                        "grep",
                        Corpora.zipf(3, 1500, 2000),
                        run ->
                                tool(
                                        run,
                                        run.conf(),
                                        ReflectionUtils.newInstance(Grep.class, run.conf()),
                                        run.input().toString(),
                                        run.output().toString(),
                                        "b[aeiou]d[aeiou]\\w*"))
                .inAnyOrder();
    }

    /** A join on the map side of two sorted inputs. */
    public static JobCase join() {
        return JobCase.of(
                        "join",
                        ExampleTools::writeSortedTables,
                        run ->
                                tool(
                                        run,
                                        run.conf(),
                                        new Join(),
                                        "-r",
                                        "2",
                                        "-inFormat",
                                        KeyValueTextInputFormat.class.getName(),
                                        "-outFormat",
                                        TextOutputFormat.class.getName(),
                                        "-outKey",
                                        Text.class.getName(),
                                        "-outValue",
                                        TupleWritable.class.getName(),
                                        "-joinOp",
                                        "outer",
                                        run.input() + "/left",
                                        run.input() + "/right",
                                        run.output().toString()))
                .inAnyOrder();
    }

    private static void generateRows(Path directory, Random random) throws IOException {
        try {
            String rows = directory.resolve("rows").toUri().toString();
            ToolRunner.run(Framework.LOCAL.newConf(), new TeraGen(), new String[] {ROWS, rows});
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("TeraGen failed in " + directory, e);
        }
    }

    private static void tool(JobRun run, JobConf conf, Tool tool, String... arguments)
            throws Exception {
        // A copy: tools change the configuration that they are given.
        int exitCode = ToolRunner.run(new JobConf(conf), tool, arguments);
        run.finish(tool.getClass().getSimpleName(), exitCode);
    }

    private static void writeSortedTables(Path directory, Random random) throws IOException {
        for (String table : new String[] {"left", "right"}) {
            Path tableDirectory = Files.createDirectory(directory.resolve(table));
            try (BufferedWriter out =
                    Files.newBufferedWriter(tableDirectory.resolve("part-0.txt"))) {
                for (int key = 0; key < 2000; key++) {
                    for (int copies = random.nextInt(3); copies > 0; copies--) {
                        out.write("key%05d\t%s %d%n".formatted(key, table, random.nextInt(100)));
                    }
                }
            }
        }
    }
}
