package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.MultithreadedMapRunner;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;
import org.apache.hadoop.mapreduce.lib.chain.ChainReducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.map.InverseMapper;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.apache.hadoop.mapreduce.lib.partition.InputSampler;
import org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedComparator;
import org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedPartitioner;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;

/**
 * Jobs that stand on what Hadoop's libraries bring: several threads, chains, several inputs, total
 * order, key fields.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class LibraryJobs {
    private static final int THREADS = 4;

    private LibraryJobs() {}

    /** A mapper that several threads of its own call. */
    public static JobCase multithreaded() {
        return JobCase.of(
                "multithreaded",
                Corpora.zipf(3, 2000, 3000),
                run -> {
                    Job job = WordCounts.newJob(run, 2);
                    job.setMapperClass(MultithreadedMapper.class);
                    MultithreadedMapper.setMapperClass(job, WordCount.TokenizerMapper.class);
                    MultithreadedMapper.setNumberOfThreads(job, THREADS);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** The same for the old API, whose threads write without a lock. */
    public static JobCase multithreadedOld() {
        return JobCase.of(
                "multithreaded-old",
                Corpora.zipf(3, 2000, 3000),
                run -> {
                    JobConf job = WordCounts.oldJob(run, 2);
                    job.unset("mapred.combiner.class");
                    job.setMapperClass(ThreadSafeTokens.class);
                    job.setMapRunnerClass(MultithreadedMapRunner.class);
                    job.setInt(MultithreadedMapRunner.class.getName() + ".threads", THREADS);
                    job.setInt("mapreduce.mapper.multithreadedmapper.threads", THREADS);
                    run.finish(job);
                });
    }

    /** Two mappers, a reducer and a mapper after it, each in a thread of its own. */
    public static JobCase chain() {
        return JobCase.of(
                "chain",
                Corpora.zipf(2, 1000, 800),
                run -> {
                    Job job = run.newJob("chain");
                    Configuration own = new Configuration(false);
                    ChainMapper.addMapper(
                            job,
                            WordCount.TokenizerMapper.class,
                            Object.class,
                            Text.class,
                            Text.class,
                            IntWritable.class,
                            own);
                    ChainMapper.addMapper(
                            job,
                            Doubling.class,
                            Text.class,
                            IntWritable.class,
                            Text.class,
                            IntWritable.class,
                            own);
                    ChainReducer.setReducer(
                            job,
                            WordCount.IntSumReducer.class,
                            Text.class,
                            IntWritable.class,
                            Text.class,
                            IntWritable.class,
                            own);
                    ChainReducer.addMapper(
                            job,
                            InverseMapper.class,
                            Text.class,
                            IntWritable.class,
                            IntWritable.class,
                            Text.class,
                            own);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** A join on the reduce side of two inputs of different formats. */
    public static JobCase multipleInputs() {
        return JobCase.of(
                "multiple-inputs",
                LibraryJobs::writeTables,
                run -> {
                    Job job = Job.getInstance(run.conf(), "multiple inputs");
                    MultipleInputs.addInputPath(
                            job,
                            new org.apache.hadoop.fs.Path(run.input(), "orders"),
                            KeyValueTextInputFormat.class,
                            Orders.class);
                    MultipleInputs.addInputPath(
                            job,
                            new org.apache.hadoop.fs.Path(run.input(), "customers"),
                            TextInputFormat.class,
                            Customers.class);
                    job.setReducerClass(Joined.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(2);
                    org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(
                            job, run.output());
                    run.finish(job);
                });
    }

    /** Sorted over all partitions, whose boundaries are sampled and come in a file. */
    public static JobCase totalOrder() {
        return JobCase.of(
                        "total-order",
                        numbers(),
                        run -> {
                            Job job = run.newJob("total order");
                            job.setInputFormatClass(KeyValueTextInputFormat.class);
                            job.setPartitionerClass(TotalOrderPartitioner.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(Text.class);
                            job.setNumReduceTasks(3);
                            org.apache.hadoop.fs.Path boundaries =
                                    new org.apache.hadoop.fs.Path(run.output() + "-boundaries");
                            TotalOrderPartitioner.setPartitionFile(
                                    job.getConfiguration(), boundaries);
                            InputSampler.writePartitionFile(
                                    job, new InputSampler.IntervalSampler<Text, Text>(0.1));
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** Sorted by the number in the second field, from the largest; partitioned by the first. */
    public static JobCase keyFields() {
        return JobCase.of(
                        "key-fields",
                        Corpora.lines(
                                3,
                                1500,
                                (number, random) ->
                                        "group"
                                                + random.nextInt(7)
                                                + "\t"
                                                + random.nextInt(10_000)
                                                + "\t"
                                                + number),
                        run -> {
                            Job job = run.newJob("key fields");
                            job.getConfiguration()
                                    .set("mapreduce.map.output.key.field.separator", "\t");
                            job.getConfiguration()
                                    .set(
                                            KeyFieldBasedComparator.COMPARATOR_OPTIONS,
                                            "-k1,1 -k2,2nr -k3,3n");
                            job.getConfiguration()
                                    .set(KeyFieldBasedPartitioner.PARTITIONER_OPTIONS, "-k1,1");
                            job.setMapperClass(Lines.class);
                            job.setSortComparatorClass(KeyFieldBasedComparator.class);
                            job.setPartitionerClass(KeyFieldBasedPartitioner.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(LongWritable.class);
                            job.setNumReduceTasks(3);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    private static JobCase.Input numbers() {
        return Corpora.lines(
                3,
                2000,
                (number, random) -> "%06d\t%d".formatted(random.nextInt(1_000_000), number));
    }

    private static void writeTables(Path directory, Random random) throws IOException {
        Path orders = Files.createDirectory(directory.resolve("orders")).resolve("orders.txt");
        try (BufferedWriter out = Files.newBufferedWriter(orders)) {
            for (int i = 0; i < 3000; i++) {
                out.write("c" + random.nextInt(400) + "\torder " + i + "\n");
            }
        }
        Path customers =
                Files.createDirectory(directory.resolve("customers")).resolve("customers.txt");
        try (BufferedWriter out = Files.newBufferedWriter(customers)) {
            for (int i = 0; i < 400; i += 1 + random.nextInt(2)) {
                out.write("c" + i + " customer number " + i + "\n");
            }
        }
    }

    /** Each word with 1; called by several threads. */
    public static final class ThreadSafeTokens extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                out.collect(new Text(words.nextToken()), new IntWritable(1));
            }
            reporter.incrCounter("words", "lines", 1);
        }
    }

    /** Twice as many. */
    public static final class Doubling extends Mapper<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void map(Text word, IntWritable count, Context context)
                throws IOException, InterruptedException {
            context.write(word, new IntWritable(2 * count.get()));
        }
    }

    /** Each order, marked as one. */
    public static final class Orders extends Mapper<Text, Text, Text, Text> {
        @Override
        protected void map(Text customer, Text order, Context context)
                throws IOException, InterruptedException {
            context.write(customer, new Text("o" + order));
        }
    }

    /** Each customer, marked as one. */
    public static final class Customers extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            int space = line.find(" ");
            String text = line.toString();
            context.write(
                    new Text(text.substring(0, space)), new Text("c" + text.substring(space + 1)));
        }
    }

    /** All orders of a customer, in order. */
    public static final class Joined extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text customer, Iterable<Text> rows, Context context)
                throws IOException, InterruptedException {
            TreeSet<String> sorted = new TreeSet<>();
            for (Text row : rows) {
                sorted.add(row.toString());
            }
            context.write(customer, new Text(String.join(" | ", sorted)));
        }
    }

    /** The line as key. */
    public static final class Lines extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(line, position);
        }
    }
}
