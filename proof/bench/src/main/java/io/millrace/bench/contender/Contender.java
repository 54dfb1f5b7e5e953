package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One way to run workloads, to be measured against others. Used by one thread.
 *
 * @param word name on the command line
 * @param title name in tables
 * @param options of its jobs
 * @param end ends what preparations have started
 */
public record Contender(
        String word,
        String title,
        List<String> options,
        Hindrance hindrance,
        Preparation preparation,
        Closeable end)
        implements Closeable {

    /** Why a contender cannot run a workload here, and what would change that. */
    public interface Hindrance {
        /** Nothing if it can. */
        Optional<String> of(Workload workload) throws IOException, InterruptedException;
    }

    /**
     * Work that is not timed: starting servers, compiling, copying the input to where it is read.
     */
    public interface Preparation {
        /**
         * Makes a contender ready for a workload.
         *
         * @param input a local file or directory
         * @param work a directory of the contender's own until it is closed
         */
        Runner of(Workload workload, Path input, Path work)
                throws IOException, InterruptedException, MeasurementException;
    }

    public Contender {
        options = List.copyOf(options);
    }

    /** A contender that can run every workload. */
    public static Contender of(String word, String title, Preparation preparation) {
        return new Contender(
                word, title, List.of(), workload -> Optional.empty(), preparation, () -> {});
    }

    /** The same, which some workloads are not for, or which may be missing on this machine. */
    public Contender unless(Hindrance why) {
        return new Contender(word, title, options, why, preparation, end);
    }

    /** The same with jobs that have these options, for the record. */
    public Contender with(List<String> those) {
        return new Contender(word, title, those, hindrance, preparation, end);
    }

    /** The same, with what closing it ends. */
    public Contender ending(Closeable what) {
        return new Contender(word, title, options, hindrance, preparation, what);
    }

    /**
     * The same under another name, which reads another form of the input. Its output is compared
     * line by line, in any order: jobs divide other forms among tasks in different ways.
     */
    public Contender reading(String otherWord, String otherTitle, Path input) {
        Preparation other =
                (workload, unused, work) ->
                        preparation.of(workload, input, work).writing(OutputForm.LINES);
        return new Contender(otherWord, otherTitle, options, hindrance, other, end);
    }

    @Override
    public void close() throws IOException {
        end.close();
    }
}
