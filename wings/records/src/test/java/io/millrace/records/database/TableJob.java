package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.records.config.TableKeys;
import io.millrace.records.input.TableInput;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Jobs that read a table and write its rows as lines. */
final class TableJob {

    private TableJob() {}

    /** The configuration of a job, without its formats. */
    static JobConf conf(String framework, Path directory) {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        conf.setInt("mapreduce.client.completion.pollinterval", 50);
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setNumReduceTasks(0);
        return conf;
    }

    /** A job that reads a table. */
    static Job reading(
            String framework, boolean isNew, TestDatabase database, String table, Path directory)
            throws IOException {
        JobConf conf = conf(framework, directory);
        database.login(conf, TableKeys.INPUT);
        conf.set(TableKeys.INPUT + TableKeys.TABLE, table);
        Job job;
        if (isNew) {
            job = Job.getInstance(conf);
            job.setInputFormatClass(TableInput.class);
            job.setMapperClass(Rows.class);
            job.setOutputFormatClass(TextOutputFormat.class);
        } else {
            conf.setInputFormat(io.millrace.records.old.TableInput.class);
            conf.setMapperClass(OldRows.class);
            job = Job.getInstance(conf);
        }
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Text.class);
        FileOutputFormat.setOutputPath(
                job,
                new org.apache.hadoop.fs.Path(
                        Files.createTempDirectory(directory, "job") + "/out"));
        return job;
    }

    /** Runs a job and returns the lines of its output, sorted. */
    static List<String> lines(Job job) throws Exception {
        assertThat(job.waitForCompletion(false)).isTrue();
        return lines(job.getConfiguration());
    }

    static List<String> lines(Configuration conf) throws IOException {
        Path output =
                Path.of(
                        new org.apache.hadoop.fs.Path(conf.get(FileOutputFormat.OUTDIR))
                                .toUri()
                                .getPath());
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path part : files.filter(TableJob::isPart).toList()) {
                lines.addAll(Files.readAllLines(part));
            }
        }
        return lines.stream().sorted().toList();
    }

    private static boolean isPart(Path file) {
        return file.getFileName().toString().startsWith("part");
    }

    /** Writes rows. */
    static final class Rows extends Mapper<LongWritable, TableRecord, NullWritable, Text> {
        @Override
        protected void map(LongWritable key, TableRecord row, Context context)
                throws IOException, InterruptedException {
            context.write(NullWritable.get(), new Text(row.toString()));
        }
    }

    /** Writes rows; old API. */
    static final class OldRows extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<
                    LongWritable, TableRecord, NullWritable, Text> {
        @Override
        public void map(
                LongWritable key,
                TableRecord row,
                OutputCollector<NullWritable, Text> output,
                Reporter reporter)
                throws IOException {
            output.collect(NullWritable.get(), new Text(row.toString()));
        }
    }
}
