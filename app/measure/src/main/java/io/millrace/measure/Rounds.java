package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs rows, alternating: each once in a round, so that a slow minute of the machine affects all of
 * them. Used by one thread.
 *
 * @param name of the experiment, for messages
 * @param warmups rounds that do not count
 * @param runs rounds that count
 */
public record Rounds(String name, int warmups, int runs) {

    /** Hears of runs that have ended, such as "run 2 of 3". */
    public interface Progress {
        void ended(String run, Case one, Figures figures);
    }

    private static final Progress SILENT = (run, one, figures) -> {};

    /** The row of each case, in their order; those that drop out are failed ones. */
    public List<Row> of(List<Case> cases, Progress progress) throws Exception {
        List<Lane> lanes = cases.stream().map(Lane::new).toList();
        for (int run = 1 - warmups; run <= runs; run++) {
            String text = run < 1 ? "warm-up" : "run " + run + " of " + runs;
            for (Lane lane : lanes) {
                if (lane.failure == null) {
                    try {
                        lane.run(run, text, progress);
                    } catch (MeasurementException e) {
                        System.err.println("millrace: " + name + ": " + e.getMessage());
                        lane.failure = String.valueOf(e.getMessage());
                    }
                }
            }
        }
        return lanes.stream().map(Lane::row).toList();
    }

    /**
     * An experiment of rows that all have to be measured.
     *
     * @throws MeasurementException that of the first run that fails
     */
    public Experiment experiment(List<Case> cases, Progress progress) throws Exception {
        List<Lane> lanes = cases.stream().map(Lane::new).toList();
        for (int run = 1 - warmups; run <= runs; run++) {
            String text = run < 1 ? "warm-up" : "run " + run + " of " + runs;
            for (Lane lane : lanes) {
                lane.run(run, text, progress);
            }
        }
        return Experiment.of(name, lanes.stream().map(Lane::row).toList());
    }

    /** The same without a word. */
    public Experiment experiment(List<Case> cases) throws Exception {
        return experiment(cases, SILENT);
    }

    /** A row in the making. */
    private static final class Lane {
        private final Case one;
        private final List<Figures> counted = new ArrayList<>();
        private @Nullable String failure;

        Lane(Case one) {
            this.one = one;
        }

        void run(int run, String text, Progress progress) throws Exception {
            Figures figures = one.measure().run();
            progress.ended(text, one, figures);
            if (run >= 1) {
                counted.add(figures);
            }
        }

        Row row() {
            return failure != null
                    ? Row.failed(one.word(), one.title(), failure)
                    : new Row(one.word(), one.title(), one.settings(), counted, null, false);
        }
    }
}
