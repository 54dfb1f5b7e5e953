package io.millrace.apps.job;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.loop.IterativeJob;
import io.millrace.collective.step.Step;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.Tool;

/**
 * A program that is one loop: {@code [-iterations N] INPUT OUTPUT}. The final data of the loop are
 * written to {@code OUTPUT/part-00000}, one line for each key.
 */
public abstract class LoopTool extends Configured implements Tool {

    private final String name;
    private final int defaultIterations;
    private Counters counters = new Counters();

    protected LoopTool(String name, int defaultIterations) {
        this.name = name;
        this.defaultIterations = defaultIterations;
    }

    /** The input format. */
    protected abstract Class<? extends InputFormat<?, ?>> inputFormat();

    /** The dynamic data of the first iteration. */
    protected abstract DynamicData start(Configuration conf, Path input) throws IOException;

    /** The steps of each iteration. */
    protected abstract List<Step> body();

    /** The input of the loop, prepared before it begins; by default the input itself. */
    protected Path prepare(Configuration conf, Path input)
            throws IOException, InterruptedException, ClassNotFoundException {
        return input;
    }

    /** Runs the loop, for at most {@code iterations} iterations. */
    public final LoopState loop(Path given, int iterations)
            throws IOException, InterruptedException, ClassNotFoundException {
        Path input = prepare(getConf(), given);
        Job job = Job.getInstance(getConf(), name);
        job.setJarByClass(getClass());
        job.setInputFormatClass(inputFormat());
        FileInputFormat.addInputPath(job, input);
        IterativeJob loop =
                IterativeJob.over(job)
                        .startWith(start(job.getConfiguration(), input))
                        .repeat(body().toArray(Step[]::new))
                        .keepObjects() // no mapper of these programs changes them
                        .atMost(iterations);
        counters = loop.counters();
        return loop.run();
    }

    /** The counters of the last loop. */
    public final Counters counters() {
        return counters;
    }

    @Override
    public final int run(String[] arguments) throws Exception {
        Optional<IterationArguments> given = IterationArguments.of(arguments, defaultIterations);
        if (given.isEmpty()) {
            System.err.println("usage: " + name + " [-D key=value]... " + IterationArguments.USAGE);
            return JobTool.WRONG_USE;
        }
        IterationArguments what = given.get();
        what.requireNewOutput(getConf());
        LoopState end = loop(what.input(), what.iterations());
        System.out.println(name + ": ended after " + end.iteration() + " iterations");
        write(end.data(), new Path(what.output(), "part-00000"));
        return 0;
    }

    private void write(DynamicData data, Path file) throws IOException {
        try (BufferedWriter out =
                new BufferedWriter(
                        new OutputStreamWriter(
                                file.getFileSystem(getConf()).create(file, false),
                                StandardCharsets.UTF_8))) {
            for (KeyValue record : data) {
                out.write(record.key() + "\t" + text(record.value()) + "\n");
            }
        }
    }

    private static String text(Writable value) {
        if (value instanceof ArrayPrimitiveWritable vector
                && vector.get() instanceof double[] numbers) {
            return String.join(" ", Arrays.stream(numbers).mapToObj(Double::toString).toList());
        }
        return value.toString();
    }
}
