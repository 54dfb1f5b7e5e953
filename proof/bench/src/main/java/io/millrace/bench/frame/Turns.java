package io.millrace.bench.frame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs rows by turns: each once, then each once again, so that a slow minute of the machine affects
 * all of them. Used by one thread.
 *
 * @param name of the experiment, for messages
 * @param warmups rounds that do not count
 * @param runs rounds that count
 */
public record Turns(String name, int warmups, int runs) {

    /** Says which run has ended, and what it took. */
    public interface Progress {
        void ended(int run, Turn turn, Figures figures);
    }

    /** The rows of all turns, in their order. */
    public List<Row> of(List<Turn> turns) throws Exception {
        return of(turns, (run, turn, figures) -> {});
    }

    /** The same; {@code progress} hears of each run, of which warm-ups have numbers below 1. */
    public List<Row> of(List<Turn> turns, Progress progress) throws Exception {
        List<List<Figures>> counted = new ArrayList<>();
        List<@Nullable String> failures = new ArrayList<>();
        for (Turn turn : turns) {
            counted.add(new ArrayList<>());
            failures.add(null);
        }
        for (int run = 1 - warmups; run <= runs; run++) {
            for (int i = 0; i < turns.size(); i++) {
                if (failures.get(i) != null) {
                    continue;
                }
                try {
                    Figures figures = turns.get(i).measure().run();
                    progress.ended(run, turns.get(i), figures);
                    if (run >= 1) {
                        counted.get(i).add(figures);
                    }
                } catch (BenchException e) {
                    System.err.println("millrace: " + name + ": " + e.getMessage());
                    failures.set(i, String.valueOf(e.getMessage()));
                }
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            String failure = failures.get(i);
            rows.add(
                    failure != null
                            ? Row.failed(turn.word(), turn.title(), failure)
                            : new Row(
                                    turn.word(),
                                    turn.title(),
                                    turn.settings(),
                                    counted.get(i),
                                    null,
                                    false));
        }
        return rows;
    }

    /** An experiment of rows that all have to be measured. */
    public Experiment experiment(List<Turn> turns) throws Exception {
        List<Row> rows = of(turns);
        for (Row row : rows) {
            row.required();
        }
        return Experiment.of(name, rows);
    }
}
