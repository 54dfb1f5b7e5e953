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
 * @param speaks whether each run that has ended is a line on standard error
 */
public record Rounds(String name, int warmups, int runs, boolean speaks) {

    /** Rounds without a word. */
    public Rounds(String name, int warmups, int runs) {
        this(name, warmups, runs, false);
    }

    /** The same with a line on standard error for each run. */
    public Rounds aloud() {
        return new Rounds(name, warmups, runs, true);
    }

    /** The row of each case, in their order; those that drop out are failed ones. */
    public List<Row> of(List<Case> cases) throws Exception {
        List<Lane> lanes = cases.stream().map(Lane::new).toList();
        for (int run = 1 - warmups; run <= runs; run++) {
            for (Lane lane : lanes) {
                if (lane.failure == null) {
                    try {
                        lane.run(run);
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
    public Experiment experiment(List<Case> cases) throws Exception {
        List<Lane> lanes = cases.stream().map(Lane::new).toList();
        for (int run = 1 - warmups; run <= runs; run++) {
            for (Lane lane : lanes) {
                lane.run(run);
            }
        }
        return Experiment.of(name, lanes.stream().map(Lane::row).toList());
    }

    /** A row in the making. */
    private final class Lane {
        private final Case one;
        private final List<Figures> counted = new ArrayList<>();
        private @Nullable String failure;

        Lane(Case one) {
            this.one = one;
        }

        void run(int run) throws Exception {
            Figures figures = one.measure().run();
            if (speaks) {
                System.err.printf(
                        "%s%s: %s: %.2f s%n",
                        name.isEmpty() ? "" : name + ", ",
                        run < 1 ? "warm-up" : "run " + run + " of " + runs,
                        one.title(),
                        figures.seconds());
            }
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
