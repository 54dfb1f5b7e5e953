package io.millrace.cluster.daemons;

import io.millrace.cluster.job.PluginSettings;
import io.millrace.daemons.HadoopCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.SecondarySort;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Jobs of Hadoop's examples on a cluster, stock or with the plug-ins. */
final class ClusterJobs {

    private static final int FILES = 4;
    private static final int LINES = 8000;
    private static final int WORDS_OF_LINE = 12;
    private static final int VOCABULARY = 20_000;
    private static final int REDUCES = 2;
    private static final Path SPREAD = new Path("/spread");

    private final HadoopCluster cluster;
    private int runs;

    ClusterJobs(HadoopCluster cluster) throws IOException {
        this.cluster = cluster;
        FileSystem files = cluster.files();
        Random random = new Random(21);
        for (int file = 0; file < FILES; file++) {
            StringBuilder words = new StringBuilder();
            StringBuilder pairs = new StringBuilder();
            for (int line = 0; line < LINES; line++) {
                for (int word = 0; word < WORDS_OF_LINE; word++) {
                    words.append("word").append(random.nextInt(VOCABULARY)).append(' ');
                }
                words.append('\n');
                pairs.append(random.nextInt(100)).append(' ').append(random.nextInt()).append('\n');
            }
            write(files, new Path("/words/" + file), words);
            write(files, new Path("/pairs/" + file), pairs);
        }
    }

    private static void write(FileSystem files, Path path, CharSequence text) throws IOException {
        try (FSDataOutputStream out = files.create(path)) {
            out.writeBytes(text.toString());
        }
    }

    /** The jar that a user puts into {@code -libjars}. */
    static java.nio.file.Path jar() throws IOException {
        try (Stream<java.nio.file.Path> files =
                Files.list(java.nio.file.Path.of("target").toAbsolutePath())) {
            return files.filter(file -> file.toString().endsWith("-tasks.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A configuration that uses the plug-ins. */
    static Consumer<Configuration> plugins(java.nio.file.Path jar) {
        return conf -> {
            if (!PluginSettings.add(conf, jar).leftOut().isEmpty()) {
                throw new IllegalStateException("plug-ins were left out");
            }
        };
    }

    /** Makes the input of {@link #spreadWords}: files on one node each. */
    void spread(int files) throws IOException {
        FileSystem target = cluster.files();
        for (int file = 0; file < files; file++) {
            Path path = new Path(SPREAD, Integer.toString(file));
            try (FSDataOutputStream out = target.create(path, (short) 1)) {
                out.writeBytes("to be or not to be\n".repeat(LINES));
            }
        }
    }

    /** Word count of the files of {@link #spread}. */
    static void spreadWords(Job job) throws IOException {
        wordCount(job);
        FileInputFormat.setInputPaths(job, SPREAD);
    }

    /** A job that has not been submitted. */
    @FunctionalInterface
    interface Kind {
        void set(Job job) throws IOException;
    }

    static void wordCount(Job job) throws IOException {
        job.setJarByClass(WordCount.class);
        job.setMapperClass(WordCount.TokenizerMapper.class);
        job.setCombinerClass(WordCount.IntSumReducer.class);
        job.setReducerClass(WordCount.IntSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(job, new Path("/words"));
    }

    /** Word count with classes of {@link DyingTasks}, in many map tasks. */
    Kind dying(java.nio.file.Path jar, int maps, int reduces) {
        return job -> {
            job.setJar(jar.toString());
            job.setMapperClass(DyingTasks.Words.class);
            job.setReducerClass(DyingTasks.Sum.class);
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(IntWritable.class);
            job.setNumReduceTasks(reduces);
            FileInputFormat.addInputPath(job, new Path("/words"));
            splitInto(maps, job);
        };
    }

    /** Reduce tasks from the start, and a few map tasks at a time, so that fetch has a middle. */
    static void overlapping(Configuration conf) {
        conf.setInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, 4);
        conf.setFloat(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, 0);
    }

    /** As many map tasks, a multiple of the number of files. */
    private void splitInto(int maps, Job job) throws IOException {
        long longest = 0;
        for (FileStatus file : cluster.files().listStatus(new Path("/words"))) {
            longest = Math.max(longest, file.getLen());
        }
        FileInputFormat.setMaxInputSplitSize(job, longest * FILES / maps + 1);
    }

    /** The identity, whose records the shuffle sorts. */
    static void sort(Job job) throws IOException {
        job.setJarByClass(WordCount.class);
        job.setInputFormatClass(KeyValueTextInputFormat.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, new Path("/words"));
    }

    static void secondarySort(Job job) throws IOException {
        job.setJarByClass(SecondarySort.class);
        job.setMapperClass(SecondarySort.MapClass.class);
        job.setReducerClass(SecondarySort.Reduce.class);
        job.setPartitionerClass(SecondarySort.FirstPartitioner.class);
        job.setGroupingComparatorClass(SecondarySort.FirstGroupingComparator.class);
        job.setMapOutputKeyClass(SecondarySort.IntPair.class);
        job.setMapOutputValueClass(IntWritable.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(job, new Path("/pairs"));
    }

    /** Submits a job; {@link #output} waits for it. */
    Job submit(Kind kind, Consumer<Configuration> settings) throws Exception {
        Configuration conf = cluster.clients();
        Job job = Job.getInstance(conf);
        job.setNumReduceTasks(REDUCES);
        kind.set(job);
        settings.accept(job.getConfiguration());
        FileOutputFormat.setOutputPath(job, new Path("/output/" + runs++));
        job.submit();
        return job;
    }

    /** Runs a job and returns all its output files, one after the other. */
    byte[] run(Kind kind, Consumer<Configuration> settings) throws Exception {
        return output(submit(kind, settings));
    }

    /** The lines of a right word count, counted here. */
    List<String> countedWords() throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        for (FileStatus file : cluster.files().listStatus(new Path("/words"))) {
            try (FSDataInputStream in = cluster.files().open(file.getPath())) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                StringTokenizer words = new StringTokenizer(text);
                while (words.hasMoreTokens()) {
                    counts.merge(words.nextToken(), 1, Integer::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .map(each -> each.getKey() + "\t" + each.getValue())
                .sorted()
                .toList();
    }

    /** The lines of a job's output, whatever its number of reduce tasks. */
    List<String> lines(Job job) throws Exception {
        return lines(output(job));
    }

    /** The lines of outputs, in order. */
    static List<String> lines(byte[] output) {
        return new String(output, StandardCharsets.UTF_8).lines().sorted().toList();
    }

    byte[] output(Job job) throws Exception {
        if (!job.waitForCompletion(false)) {
            throw new AssertionError(
                    job.getStatus().getFailureInfo()
                            + "\n"
                            + String.join("\n", cluster.taskLines("Exception")));
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        FileSystem files = cluster.files();
        FileStatus[] parts =
                files.globStatus(new Path(FileOutputFormat.getOutputPath(job), "part-*"));
        Arrays.sort(parts);
        if (!files.exists(new Path(FileOutputFormat.getOutputPath(job), "_SUCCESS"))) {
            throw new AssertionError("the output of " + job.getJobID() + " was not committed");
        }
        for (FileStatus part : parts) {
            try (FSDataInputStream in = files.open(part.getPath())) {
                in.transferTo(all);
            }
        }
        return all.toByteArray();
    }
}
