package io.millrace.bench.warm;

import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.ThisProcess;
import io.millrace.bench.job.LocalJob;
import io.millrace.measure.Case;
import io.millrace.measure.MeasurementException;
import io.millrace.records.input.LiteralPath;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Two of Hadoop's examples, out of their jar: {@code pi 1 1}, and the words of one line. */
final class SmallJobs {

    private static final String EXAMPLES = "org.apache.hadoop.examples.";

    private final ClassLoader loader;

    /**
     * Works with the class loader of the calling thread from now on, as the launcher does for a
     * job's program.
     */
    SmallJobs(Path examplesJar) throws IOException {
        loader =
                new URLClassLoader(
                        new URL[] {examplesJar.toUri().toURL()}, getClass().getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
    }

    /** Each job as a program would submit it, timed from its making to its end. */
    List<Case> cases() {
        return List.of(newCase("pi 1 1", this::pi), newCase("wordcount, one line", this::oneLine));
    }

    /** Makes, submits and awaits a job, whose files are in a directory. */
    private interface SmallJob {
        void run(Path folder) throws Exception;
    }

    private static Case newCase(String name, SmallJob job) {
        return new Case(
                name,
                () -> {
                    try (Scratch folder = Scratch.of("warm")) {
                        return ThisProcess.timed(() -> job.run(folder.path()));
                    }
                });
    }

    private Class<?> example(String name) throws ClassNotFoundException {
        return loader.loadClass(EXAMPLES + name);
    }

    /** One map task, one point; the program writes its input and reads the job's output too. */
    private void pi(Path folder) throws Exception {
        Method estimate =
                example("QuasiMonteCarlo")
                        .getMethod(
                                "estimatePi",
                                int.class,
                                long.class,
                                org.apache.hadoop.fs.Path.class,
                                Configuration.class);
        PrintStream printed = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try {
            estimate.invoke(
                    null, 1, 1, LocalJob.path(folder.resolve("pi")), LocalJob.configuration());
        } catch (InvocationTargetException e) {
            throw new MeasurementException("pi failed: " + e.getCause(), e);
        } finally {
            System.setOut(printed);
        }
    }

    @SuppressWarnings("rawtypes") // as Hadoop's methods have it
    private void oneLine(Path folder) throws Exception {
        Path input = Files.writeString(folder.resolve("line"), "to be or not to be\n");
        Job job = Job.getInstance(LocalJob.configuration());
        job.setJarByClass(example("WordCount"));
        job.setMapperClass(example("WordCount$TokenizerMapper").asSubclass(Mapper.class));
        Class<? extends Reducer> sum = example("WordCount$IntSumReducer").asSubclass(Reducer.class);
        job.setCombinerClass(sum);
        job.setReducerClass(sum);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(job, LiteralPath.pattern(LocalJob.path(input)));
        FileOutputFormat.setOutputPath(job, LocalJob.path(folder.resolve("out")));
        if (!job.waitForCompletion(true)) {
            throw new MeasurementException(
                    "the word count failed: " + job.getStatus().getFailureInfo());
        }
    }
}
