package io.millrace.bench.job;

import io.millrace.apps.workload.Likeness;
import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a workload under all contenders, alternating, so that a slow minute of the machine affects
 * all of them. A contender that fails, or whose output differs from the first one's, drops out.
 */
public final class Comparison {

    private final Workload workload;
    private final Likeness likeness;
    private final Path work;
    private @Nullable OutputDirectory first;

    /** Outputs, and what contenders keep for this workload, are below {@code work}. */
    public Comparison(Workload workload, Path work) {
        this(workload, workload.likeness(), work);
    }

    /** The same, where outputs are similar in another way than the workload's in general. */
    public Comparison(Workload workload, Likeness likeness, Path work) {
        this.workload = workload;
        this.likeness = likeness;
        this.work = work;
    }

    /** The result of each contender, in their order, after {@code runs} runs of each. */
    public List<Entry> run(List<Contender> contenders, Path input, int runs)
            throws IOException, InterruptedException {
        List<Lane> lanes = new ArrayList<>();
        for (Contender contender : contenders) {
            lanes.add(new Lane(contender, lanes.size()));
        }
        for (Lane lane : lanes) {
            lane.prepare(input);
        }
        for (int run = 1; run <= runs; run++) {
            for (Lane lane : lanes) {
                lane.run(run, runs);
            }
        }
        if (first != null) {
            first.delete();
        }
        return lanes.stream().map(Lane::entry).toList();
    }

    /** A contender in this workload. */
    private final class Lane {

        private final Contender contender;
        private final int number;
        private final List<Figures> figures = new ArrayList<>();
        private @Nullable Runner runner;
        private @Nullable Entry end;

        Lane(Contender contender, int number) {
            this.contender = contender;
            this.number = number;
        }

        void prepare(Path input) throws IOException, InterruptedException {
            Optional<String> hindrance = contender.hindrance(workload);
            if (hindrance.isPresent()) {
                end = Entry.skipped(contender, hindrance.get());
                return;
            }
            Path own = Files.createDirectories(work.resolve(contender.word()));
            try {
                runner = contender.prepare(workload, input, own);
            } catch (BenchException e) {
                fail(e);
            }
        }

        void run(int run, int runs) throws IOException, InterruptedException {
            if (runner == null || end != null) {
                return;
            }
            OutputDirectory output =
                    new OutputDirectory(work.resolve(number + "-" + run), runner.form());
            try {
                Figures taken = runner.run(work.resolve(number + "-" + run));
                System.err.printf(
                        "%s, run %d of %d: %s: %.2f s%n",
                        workload.word(), run, runs, contender.name(), taken.seconds());
                compare(output, runner.form());
                figures.add(taken);
            } catch (BenchException e) {
                fail(e);
            }
            if (output != first) {
                output.delete();
            }
        }

        private void compare(OutputDirectory output, OutputForm form)
                throws IOException, BenchException {
            if (first != null) {
                output.requireSameAs(first, contender.name(), likeness);
            } else if (form != OutputForm.NONE) {
                first = output;
            }
        }

        private void fail(BenchException failure) {
            System.err.println("millrace: " + workload.word() + ": " + failure.getMessage());
            end = Entry.failed(contender, String.valueOf(failure.getMessage()));
        }

        Entry entry() {
            if (end != null) {
                return end;
            }
            boolean compared = runner != null && runner.form() != OutputForm.NONE;
            return Entry.measured(contender, figures, compared);
        }
    }
}
