package io.millrace.bench.pavlo;

import io.millrace.measure.Experiment;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A ratio of times that the benchmark is to reach.
 *
 * @param limit the least that is wanted, or the most
 * @param ratio what was measured; nothing if one of its ways was not
 */
record Goal(
        String text,
        boolean isAtLeast,
        double limit,
        Function<List<Experiment>, Optional<Double>> ratio) {

    static final List<Goal> ALL =
            List.of(
                    atLeast(
                            50,
                            "selection at 0.002: Hadoop's scan to the index",
                            Task.SELECTION,
                            Way.HADOOP_SLOTS,
                            Way.MILLRACE_INDEXED),
                    atLeast(
                            1,
                            "selection at 0.002: DuckDB over text to the index",
                            Task.SELECTION,
                            Way.DUCKDB,
                            Way.MILLRACE_INDEXED),
                    new Goal(
                            "large aggregation: Millrace's best way to DuckDB over text",
                            false,
                            2,
                            queries ->
                                    first(queries, Task.LARGE_AGGREGATION)
                                            .flatMap(each ->
                                                    quotient(
                                                            bestOfMillrace(each),
                                                            seconds(each, Way.DUCKDB)))),
                    atLeast(
                            10,
                            "join: three jobs on Hadoop to one with the index",
                            Task.JOIN,
                            Way.HADOOP_SLOTS,
                            Way.MILLRACE_INDEXED),
                    atLeast(
                            10,
                            "join: three jobs on Millrace to one with the index",
                            Task.JOIN,
                            Way.MILLRACE,
                            Way.MILLRACE_INDEXED),
                    new Goal(
                            "all queries: Hadoop to Millrace's best way of each; ten times the paper's least factor",
                            true,
                            25,
                            Goal::total));

    private static Goal atLeast(double limit, String text, Task task, Way above, Way below) {
        return new Goal(
                text,
                true,
                limit,
                queries ->
                        first(queries, task)
                                .flatMap(each ->
                                        quotient(seconds(each, above), seconds(each, below))));
    }

    boolean isMet(double measured) {
        return isAtLeast ? measured >= limit : measured <= limit;
    }

    /** The first selection is the one that selects least. */
    private static Optional<Experiment> first(List<Experiment> queries, Task task) {
        return queries.stream()
                .filter(each -> task.toString().equals(each.fact(PavloCommand.TASK)))
                .findFirst();
    }

    private static Optional<Double> seconds(Experiment query, Way way) {
        return query.row(way.toString()).map(row -> row.seconds().median());
    }

    /** The shortest median of Millrace. */
    private static Optional<Double> bestOfMillrace(Experiment query) {
        return query.rows().stream()
                .filter(row -> row.measured() && row.word().startsWith("millrace"))
                .map(row -> row.seconds().median())
                .min(Double::compare);
    }

    private static Optional<Double> quotient(Optional<Double> above, Optional<Double> below) {
        return above.flatMap(seconds -> below.map(others -> seconds / others));
    }

    /** Sums over the queries that both answered. */
    private static Optional<Double> total(List<Experiment> queries) {
        double hadoop = 0;
        double millrace = 0;
        for (Experiment query : queries) {
            Optional<Double> slow = seconds(query, Way.HADOOP_SLOTS);
            Optional<Double> fast = bestOfMillrace(query);
            if (slow.isPresent() && fast.isPresent()) {
                hadoop += slow.get();
                millrace += fast.get();
            }
        }
        return millrace == 0 ? Optional.empty() : Optional.of(hadoop / millrace);
    }
}
