package io.millrace.bench.pavlo;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Comparison;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.OutputDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the queries of tasks in all ways, alternating. */
public final class Study {

    private final Setting setting;
    private final Path work;
    private final Inputs inputs;
    private final List<QueryResult> results = new ArrayList<>();

    /**
     * The settings that all runs share.
     *
     * @param bytes of each table; in the join, the rankings have a twentieth of them
     * @param ways those that are measured
     * @param runs of each
     */
    public record Setting(Path home, long bytes, long seed, int reduces, List<Way> ways, int runs) {

        /** Copies the list. */
        public Setting {
            ways = List.copyOf(ways);
        }
    }

    /** Outputs and paged files are below {@code work}. */
    public Study(Setting setting, Path work) {
        this.setting = setting;
        this.work = work;
        inputs = new Inputs(setting.home(), setting.bytes(), setting.seed(), work);
    }

    /** Measures tasks, one after the other. */
    public void run(List<Task> tasks) throws IOException, InterruptedException, BenchException {
        try (Ways ways = new Ways(setting.home(), setting.reduces(), inputs)) {
            for (Task task : tasks) {
                for (Query query : task.queries()) {
                    results.add(measure(query, ways));
                }
            }
        }
    }

    private QueryResult measure(Query query, Ways ways)
            throws IOException, InterruptedException, BenchException {
        System.err.println(query.name());
        List<Contender> contenders = new ArrayList<>();
        for (Way way : setting.ways()) {
            if (way.isFor(query.task())) {
                contenders.add(ways.of(way, query));
            }
        }
        Path own = work.resolve("runs");
        QueryResult result =
                new QueryResult(
                        query,
                        new Comparison(query.task().workload(), query.task().likeness(), own)
                                .run(contenders, inputs.text(query.task()), setting.runs()));
        OutputDirectory.delete(own);
        return result;
    }

    /** The results so far. */
    List<QueryResult> results() {
        return List.copyOf(results);
    }

    /** The paged files that were built for it. */
    List<IndexTime> indexes() {
        return inputs.built();
    }

    /** Whether a way failed, or gave another result than the first. */
    public boolean failed() {
        return results.stream()
                .flatMap(result -> result.entries().stream())
                .anyMatch(entry -> entry.failed());
    }
}
