package io.millrace.bench.iteration;

import io.millrace.bench.contender.Spark;
import io.millrace.bench.frame.BenchCommand;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.measure.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the cost of one iteration of a loop. */
@Command(
        name = "iteration",
        description = {
            "Run each loop of the applications in this process: with collectives, as plain jobs on Millrace (also with outputs in memory, and with input that stays there),",
            "as plain jobs on Hadoop's local runner and, where there is a Spark, over its cached RDDs in a process",
            "of its own. The overhead is what an iteration with collectives",
            "takes beyond the time that its slowest worker runs mappers. With --cluster, in a gang of",
            "map tasks on a cluster of Hadoop's servers on this machine, and as chained jobs there. With --workers, in processes that exchange messages."
        },
        sortOptions = false)
public final class IterationCommand extends BenchCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = "Loops to run, as the table names them (default: all).")
    private List<String> names = List.of();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Iterations with collectives (default: ${DEFAULT-VALUE}).")
    private int iterations = 50;

    /** The cluster of a measurement on one. */
    static final class OnCluster {

        @SuppressWarnings("unused") // its presence counts, which makes this group
        @Option(
                names = "--cluster",
                required = true,
                description = "Measure on a cluster, instead of in one process.")
        private boolean cluster;

        @Option(
                names = "--nodes",
                paramLabel = "N",
                description = "Nodes of the cluster, with two workers each (default: 2).")
        private int nodes = 2;

        @Option(
                names = "--rate",
                paramLabel = "MBIT",
                description = {
                    "Rate of each node's network in each direction in Mbit/s, which takes root and iproute2",
                    "(default: no limit)."
                })
        private int rate;
    }

    @ArgGroup(exclusive = false)
    private @Nullable OnCluster onCluster;

    @Option(
            names = "--workers",
            paramLabel = "N,...",
            split = ",",
            description = {
                "Measure in so many workers, each of which is a process with one task, and compare the results.",
                "1 means this process. An iteration is the difference of runs of N and 2 N --iterations, so N should be hundreds."
            })
    private List<Integer> workers = List.of();

    @Override
    public Integer call() throws Exception {
        if (iterations < 2) {
            throw new MeasurementException(
                    "--iterations is " + iterations + "; it takes at least two");
        }
        quietenJobs();
        // Hadoop's local runner warns of it from its second job in a process on.
        System.setProperty("millrace-log-hidden", "metrics system already initialized");
        OnCluster shape = onCluster;
        if (shape != null && !workers.isEmpty()) {
            throw new WrongUseException(
                    "--workers measures processes on this machine; leave out --cluster, whose --nodes have two workers each");
        }
        List<Loop> loops =
                Options.chosen(names, List.of(Loop.values()), Loop::toString, "there is no loop");
        String page =
                shape != null
                        ? onCluster(loops, shape)
                        : workers.isEmpty() ? inOneProcess(loops) : inWorkers(loops);
        return print(page, iterations + " iterations of each");
    }

    private String onCluster(List<Loop> loops, OnCluster shape) throws Exception {
        int nodes = Options.atLeastOne("--nodes", shape.nodes);
        List<Row> rows = new ArrayList<>();
        try (ClusterLoops cluster = ClusterLoops.start(home(), nodes, shape.rate, iterations)) {
            for (Loop loop : loops) {
                rows.add(Row.of(loop.toString(), loop.toString(), cluster.run(loop)));
            }
        }
        Table<Row> table =
                new Table<Row>().text("an iteration on a cluster, milliseconds", Row::title);
        return withCollectives(table, "%.1f")
                .number("chained jobs", "%.0f", figure(ClusterLoops.CHAINED))
                .number(
                        "chained / gang",
                        "%.0f",
                        row -> row.get(ClusterLoops.CHAINED).median() / together(row))
                .of(rows);
    }

    private String inWorkers(List<Loop> loops) throws Exception {
        for (int count : workers) {
            Options.atLeastOne("--workers", count);
        }
        List<Row> rows = new ArrayList<>();
        for (Loop loop : loops) {
            rows.addAll(new WorkerLoops(loop, workers, iterations).run());
        }
        Table<Row> table =
                new Table<Row>()
                        .text("an iteration, milliseconds", Row::title)
                        .text("workers", Row::word);
        return withCollectives(table, "%.2f").of(rows);
    }

    private String inOneProcess(List<Loop> loops) throws Exception {
        Optional<Spark> spark = Spark.find();
        List<Row> rows = new ArrayList<>();
        for (Loop loop : loops) {
            rows.add(
                    Row.of(
                            loop.toString(),
                            loop.toString(),
                            new LoopRuns(loop, iterations, home(), spark).run()));
        }
        Table<Row> table = new Table<Row>().text("an iteration, milliseconds", Row::title);
        StringBuilder page =
                new StringBuilder(
                        withCollectives(table, "%.2f")
                                .number("plain jobs", "%.0f", figure(LoopRuns.PLAIN))
                                .number(
                                        "plain jobs, outputs in memory",
                                        "%.0f",
                                        figure(LoopRuns.IN_MEMORY))
                                .number(
                                        "plain jobs, cached input",
                                        "%.0f",
                                        figure(LoopRuns.CACHED_INPUT))
                                .number(
                                        "plain jobs, Hadoop's local runner",
                                        "%.0f",
                                        figure(LoopRuns.LOCAL))
                                .number("Spark, cached RDD", "%.1f", figure(LoopRuns.SPARK))
                                .of(rows));
        page.append(spark.isEmpty() ? "\n" + Spark.ABSENT + "\n" : "").append('\n');
        for (Row row : rows) {
            page.append(
                    String.format(
                            Locale.ROOT,
                            "overhead per iteration: %.2f ms (%s)%n",
                            row.get(LoopRuns.OVERHEAD).median(),
                            row.title()));
        }
        return page.toString();
    }

    /** Adds the columns that each table has. */
    private static Table<Row> withCollectives(Table<Row> table, String formatBeyond) {
        return table.number("mappers", "%.1f", figure(LoopRuns.MAP))
                .number("beyond", formatBeyond, figure(LoopRuns.OVERHEAD))
                .number("together", "%.1f", IterationCommand::together);
    }

    /** A figure of a loop's only run, if there is such a figure. */
    private static Function<Row, @Nullable Double> figure(String name) {
        return row -> row.runs().get(0).values().get(name);
    }

    private static double together(Row row) {
        return row.get(LoopRuns.MAP).median() + row.get(LoopRuns.OVERHEAD).median();
    }
}
