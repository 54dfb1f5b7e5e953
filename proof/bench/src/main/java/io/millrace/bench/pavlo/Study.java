package io.millrace.bench.pavlo;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.measure.Experiment;
import io.millrace.measure.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the queries of tasks in all ways, alternating. */
public final class Study {

    /** The task of a query: a fact. */
    static final String TASK = "task";

    private final Setting setting;
    private final Path work;
    private final Inputs inputs;

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

    /** Measures tasks, one after the other: an experiment for each query. */
    public List<Experiment> run(List<Task> tasks) throws Exception {
        List<Experiment> queries = new ArrayList<>();
        try (Ways ways = new Ways(setting.home(), setting.reduces(), inputs)) {
            for (Task task : tasks) {
                for (Query query : task.queries()) {
                    queries.add(measure(query, ways));
                }
            }
        }
        return queries;
    }

    private Experiment measure(Query query, Ways ways) throws Exception {
        System.err.println(query.name());
        List<Contender> contenders = new ArrayList<>();
        for (Way way : setting.ways()) {
            if (way.isFor(query.task())) {
                contenders.add(ways.of(way, query));
            }
        }
        List<Row> rows =
                new Comparison(
                                query.task().workload(),
                                query.task().likeness(),
                                work.resolve("runs"))
                        .run(contenders, inputs.text(query.task()), setting.runs());
        return Experiment.of(query.name(), rows)
                .comparedWith(Way.HADOOP_SLOTS.word())
                .with(TASK, query.task().word())
                .with("bytes", setting.bytes());
    }

    /** The paged files that were built for it. */
    public List<Row> indexes() {
        return inputs.built();
    }
}
