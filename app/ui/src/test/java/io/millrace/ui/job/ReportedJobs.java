package io.millrace.ui.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Runs jobs that write their reports below a directory, and reads them. */
public final class ReportedJobs {

    private static final long OLD_MILLIS = 150;

    private final Path folder;
    private int jobs;

    public ReportedJobs(Path folder) {
        this.folder = folder;
    }

    public Path reports() {
        return folder.resolve("reports");
    }

    /** A word count over three files, not yet started. */
    public Job wordCount(String name) throws IOException {
        return wordCountOf(name, 500);
    }

    /** The same over files of so many lines. */
    public Job wordCountOf(String name, int linesOfFile) throws IOException {
        Path input = Files.createDirectories(folder.resolve("input"));
        for (int file = 0; file < 3; file++) {
            String lines =
                    IntStream.range(0, linesOfFile)
                            .mapToObj(i -> "line number " + i)
                            .collect(Collectors.joining("\n"));
            Files.writeString(input.resolve("text" + file), lines);
        }
        return wordCountAgain(name);
    }

    /** The same over the files that are there. */
    public Job wordCountAgain(String name) throws IOException {
        Path input = folder.resolve("input");
        Job job = job(name, TokenCounterMapper.class);
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        return job;
    }

    /** Waits until the files have not changed for a while, so that their records may be kept. */
    public void awaitOldInput() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("input"))) {
            for (Path file : files.toList()) {
                while (isYoung(file)) {
                    LockSupport.parkNanos(OLD_MILLIS * 1000);
                }
            }
        }
    }

    private static boolean isYoung(Path file) throws IOException {
        FileTime changed = (FileTime) Files.getAttribute(file, "unix:ctime");
        return System.currentTimeMillis() - changed.toMillis() <= OLD_MILLIS;
    }

    /** A word count whose map attempts wait until {@link #release}, not yet started. */
    public Job heldWordCount(String name) throws IOException {
        Job job = wordCount(name);
        job.setMapperClass(Held.class);
        job.getConfiguration().set(Held.FILE, gate().toString());
        return job;
    }

    private Path gate() {
        return folder.resolve("go");
    }

    /** Lets the map attempts that are held go on. */
    public void release() throws IOException {
        Files.createFile(gate());
    }

    /** A job of many map tasks that do next to nothing, not yet started. */
    public Job manyTasks(int tasks) throws IOException {
        Job job = job("many tasks", Mapper.class);
        job.setInputFormatClass(ManySplits.class);
        job.getConfiguration().setInt(ManySplits.COUNT, tasks);
        return job;
    }

    @SuppressWarnings("rawtypes") // any mapper, as in Hadoop's own signature
    private Job job(String name, Class<? extends Mapper> mapper) throws IOException {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.set("millrace.report.dir", reports().toString());
        Job job = Job.getInstance(conf, name);
        job.setJarByClass(ReportedJobs.class);
        job.setMapperClass(mapper);
        job.setReducerClass(IntSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        job.setNumReduceTasks(2);
        Path output = folder.resolve("output" + jobs++);
        FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
        return job;
    }

    /** Runs a job to its success; returns the page of its report. */
    public Path run(Job job) throws Exception {
        assertThat(job.waitForCompletion(false)).as("success of the job").isTrue();
        return page(job);
    }

    public Path page(Job job) {
        return reports().resolve(job.getJobID().toString()).resolve("report.html");
    }

    /** What the report for programs says. */
    public JsonNode json(Job job) throws IOException {
        return new ObjectMapper().readTree(page(job).resolveSibling("report.json").toFile());
    }
}
