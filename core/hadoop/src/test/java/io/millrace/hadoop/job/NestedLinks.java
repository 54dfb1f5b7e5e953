package io.millrace.hadoop.job;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A job whose task submits a job that links another file under the name of a link of the first. */
public final class NestedLinks {

    private static final Path HERE = Path.of(System.getProperty("user.dir"));

    private NestedLinks() {}

    /**
     * The outer job. Its output is what its link leads to, then why the inner job failed; that of
     * the inner job, in {@code out-inner}, what the inner job's link leads to.
     *
     * @param directory gets all files
     */
    public static Job job(JobConf conf, Path directory) throws IOException {
        Path first = Files.writeString(directory.resolve("first"), "1");
        Files.writeString(directory.resolve("second"), "2");
        conf.set("test.directory", directory.toString());
        Job outer = ClientConf.mapOnly(conf, directory, Nests.class);
        outer.addCacheFile(URI.create(first.toUri() + "#shared"));
        return outer;
    }

    /** The inner job, as a task of another one submits it. */
    static Job inner(JobConf outer, Path file, Class<? extends Mapper<?, ?, ?, ?>> mapper)
            throws IOException {
        Path directory = Path.of(outer.get("test.directory"));
        Job inner = ClientConf.mapOnly(outer, directory, mapper);
        for (String key : List.of(MRJobConfig.CACHE_FILES, MRJobConfig.CACHE_LOCALFILES)) {
            inner.getConfiguration().unset(key);
        }
        inner.addCacheFile(URI.create(file.toUri() + "#shared"));
        inner.setOutputKeyClass(Text.class);
        inner.setOutputValueClass(NullWritable.class);
        return inner;
    }

    static void into(Job inner, Path output) {
        FileOutputFormat.setOutputPath(inner, new org.apache.hadoop.fs.Path(output.toUri()));
    }

    /** Submits the inner job. */
    public static final class Nests extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            JobConf outer = new JobConf(context.getConfiguration());
            Path directory = Path.of(outer.get("test.directory"));
            try {
                Job inner = inner(outer, directory.resolve("second"), ReadsItsOwn.class);
                into(inner, directory.resolve("out-inner"));
                boolean succeeded = inner.waitForCompletion(false);
                context.write(
                        new Text(
                                Files.readString(HERE.resolve("shared"))
                                        + (succeeded ? "" : inner.getStatus().getFailureInfo())),
                        NullWritable.get());
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    /** Reads the file of its link, in whatever working directory it has. */
    public static final class ReadsItsOwn extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            context.write(new Text(Files.readString(Path.of("shared"))), NullWritable.get());
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }
}
