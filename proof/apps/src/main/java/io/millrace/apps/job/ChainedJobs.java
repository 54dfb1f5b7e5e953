package io.millrace.apps.job;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * A program that runs a job repeatedly, each time on the previous output: {@code [-iterations N]
 * INPUT OUTPUT}. Iteration 3 writes to {@code OUTPUT/iteration-03}. It ends after N iterations, or
 * when one has converged.
 */
public abstract class ChainedJobs extends JobTool {

    private final int defaultIterations;

    protected ChainedJobs(String name, int defaultIterations) {
        super(name);
        this.defaultIterations = defaultIterations;
    }

    /**
     * The first iteration's input: an existing path, or a path that this method writes below {@code
     * directory}.
     */
    protected abstract Path start(Configuration conf, Path input, Path directory)
            throws IOException;

    /** The job that computes {@code next} from the input and {@code previous}. */
    protected abstract Job iteration(Configuration conf, Path input, Path previous, Path next)
            throws IOException;

    /** Prints a summary of an iteration, and returns whether another one would change nothing. */
    protected abstract boolean converged(Job finished, Path previous, Path next) throws IOException;

    @Override
    public final Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        return iteration(
                conf, input, start(conf, input, directory(output, 0)), directory(output, 1));
    }

    @Override
    public final int run(String[] arguments) throws Exception {
        Optional<IterationArguments> given = IterationArguments.of(arguments, defaultIterations);
        if (given.isEmpty()) {
            return usage(IterationArguments.USAGE);
        }
        IterationArguments what = given.get();
        what.requireNewOutput(getConf());
        Path input = what.input();
        Path output = what.output();
        Path previous = start(getConf(), input, directory(output, 0));
        for (int i = 1; i <= what.iterations(); i++) {
            Path next = directory(output, i);
            Job job = iteration(getConf(), input, previous, next);
            if (!job.waitForCompletion(true)) {
                return 1;
            }
            if (converged(job, previous, next)) {
                break;
            }
            previous = next;
        }
        return 0;
    }

    private static Path directory(Path output, int iteration) {
        return new Path(output, String.format("iteration-%02d", iteration));
    }
}
