package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.join.CompositeInputFormat;
import org.apache.hadoop.mapreduce.lib.join.TupleWritable;

/** Joins of sorted, equally cut inputs in the input format: Hadoop's join packages. */
public final class JoinJobs {
    private static final int FILES = 3;

    private JoinJobs() {}

    /** Keys that all inputs have. */
    public static JobCase inner() {
        return tuples("inner");
    }

    /** Keys that any input has. */
    public static JobCase outer() {
        return tuples("outer");
    }

    /** The last input that has a key. */
    public static JobCase override() {
        return JobCase.of(
                "join-override",
                JoinJobs::writeTables,
                run -> {
                    Job job = newJob(run, "override");
                    job.setMapperClass(Mapper.class);
                    run.finish(job);
                });
    }

    /** Both kinds, in the old API. */
    public static JobCase oldJoins() {
        return JobCase.of(
                "join-old",
                JoinJobs::writeTables,
                run -> {
                    for (String kind : new String[] {"inner", "outer"}) {
                        JobConf job = run.oldJob("old join " + kind);
                        job.setInputFormat(
                                org.apache.hadoop.mapred.join.CompositeInputFormat.class);
                        job.set(
                                "mapred.join.expr",
                                org.apache.hadoop.mapred.join.CompositeInputFormat.compose(
                                        kind,
                                        org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
                                        tables(run)));
                        job.setMapperClass(OldShown.class);
                        job.setOutputKeyClass(Text.class);
                        job.setOutputValueClass(Text.class);
                        job.setNumReduceTasks(0);
                        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
                                job, new org.apache.hadoop.fs.Path(run.output(), kind));
                        run.finish(job);
                    }
                });
    }

    private static JobCase tuples(String kind) {
        return JobCase.of(
                "join-" + kind,
                JoinJobs::writeTables,
                run -> {
                    Job job = newJob(run, kind);
                    job.setMapperClass(Shown.class);
                    run.finish(job);
                });
    }

    private static Job newJob(JobRun run, String kind) throws Exception {
        Job job = run.newJob("join " + kind);
        job.setInputFormatClass(CompositeInputFormat.class);
        job.getConfiguration()
                .set(
                        CompositeInputFormat.JOIN_EXPR,
                        CompositeInputFormat.compose(
                                kind, KeyValueTextInputFormat.class, tables(run)));
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(0);
        return job;
    }

    private static org.apache.hadoop.fs.Path[] tables(JobRun run) {
        return new org.apache.hadoop.fs.Path[] {
            new org.apache.hadoop.fs.Path(run.input(), "left"),
            new org.apache.hadoop.fs.Path(run.input(), "right")
        };
    }

    private static void writeTables(Path directory, Random random) throws IOException {
        for (String table : new String[] {"left", "right"}) {
            Path folder = Files.createDirectory(directory.resolve(table));
            for (int file = 0; file < FILES; file++) {
                try (BufferedWriter out =
                        Files.newBufferedWriter(folder.resolve("part-0000" + file))) {
                    for (int key = file; key < 300 + 30 * file; key += FILES) {
                        for (int copies = random.nextInt(3); copies > 0; copies--) {
                            out.write("%05d\t%s %d\n".formatted(key, table, random.nextInt(1000)));
                        }
                    }
                }
            }
        }
    }

    /** Tuples as text. */
    public static final class Shown extends Mapper<Text, TupleWritable, Text, Text> {
        @Override
        protected void map(Text key, TupleWritable tuple, Context context)
                throws IOException, InterruptedException {
            context.write(key, new Text(tuple.toString()));
        }
    }

    /** The same for the old API. */
    public static final class OldShown extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<
                    Text, org.apache.hadoop.mapred.join.TupleWritable, Text, Text> {
        @Override
        public void map(
                Text key,
                org.apache.hadoop.mapred.join.TupleWritable tuple,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            out.collect(key, new Text(tuple.toString()));
        }
    }
}
