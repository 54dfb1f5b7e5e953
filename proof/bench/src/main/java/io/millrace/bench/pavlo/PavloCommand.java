package io.millrace.bench.pavlo;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.measure.Experiment;
import io.millrace.measure.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Grep, selection, aggregations and join, over text, records, paged files and in databases. */
@Command(
        name = "pavlo",
        description = {
            "Run the benchmark by Pavlo et al. as Jiang et al. measure it: on Hadoop and Millrace over lines,",
            "decoded records, paged files and indexes, and in databases. Runs alternate, each in its own process.",
            "All outputs of a task are compared. Each table has the size; the join's rankings have a twentieth."
        },
        sortOptions = false)
public final class PavloCommand extends StudyCommand {

    /** The task of a query: a fact. */
    static final String TASK = "task";

    @Parameters(
            paramLabel = "TASK",
            arity = "0..*",
            description =
                    "grep, selection, large-aggregation, small-aggregation, join (default: all).")
    private List<String> names = List.of();

    @Mixin private final Options.Size size = new Options.Size("256MB");

    @Option(
            names = "--with",
            paramLabel = "WAY",
            split = ",",
            description = {
                "Only these ways, separated by commas: ${COMPLETION-CANDIDATES}",
                "(default: all that this machine has)."
            })
    private List<Way> ways = List.of();

    @Mixin private final Options.Runs runs = new Options.Runs(3);
    @Mixin private final Options.Seed seed = new Options.Seed();
    @Mixin private final Options.Reduces reduces = Options.Reduces.asManyAsCores();

    @Override
    public Integer call() throws Exception {
        List<Task> tasks =
                Options.chosen(
                        names,
                        List.of(Task.values()),
                        Task::toString,
                        "the benchmark by Pavlo et al. has no task");
        List<Experiment> queries = new ArrayList<>();
        try (Scratch work = Scratch.of("pavlo")) {
            Inputs inputs = new Inputs(home(), size.bytes(), seed.number(), work.path());
            try (Ways contenders = new Ways(home(), reduces.count(), inputs)) {
                for (Task task : tasks) {
                    Path text = inputs.text(task);
                    for (Query query : task.queries()) {
                        Comparison comparison =
                                new Comparison(
                                        task.workload(),
                                        task.likeness(),
                                        work.path().resolve("runs"));
                        queries.add(
                                experiment(
                                        query,
                                        comparison.run(
                                                contenders(query, contenders),
                                                text,
                                                runs.count())));
                    }
                }
            }
            return keep("pavlo-" + size, PavloPage.of(size.bytes(), queries, inputs.built()));
        }
    }

    private List<Contender> contenders(Query query, Ways all) throws Exception {
        System.err.println(query.name());
        List<Contender> contenders = new ArrayList<>();
        for (Way way : ways.isEmpty() ? List.of(Way.values()) : ways) {
            if (way.isFor(query.task())) {
                contenders.add(all.of(way, query));
            }
        }
        return contenders;
    }

    private Experiment experiment(Query query, List<Row> rows) throws Exception {
        return Experiment.of(query.name(), rows)
                .comparedWith(Way.HADOOP_SLOTS.toString())
                .with(TASK, query.task().toString())
                .with("bytes", size.bytes());
    }
}
