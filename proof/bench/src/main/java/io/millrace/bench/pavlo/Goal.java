package io.millrace.bench.pavlo;

import io.millrace.measure.Experiment;
import java.util.List;
import java.util.Optional;

/** A ratio of times that the benchmark is to reach. */
enum Goal {
    SELECTION_AND_HADOOP("selection at 0.002: Hadoop's scan to the index", 50),
    SELECTION_AND_DUCKDB("selection at 0.002: DuckDB over text to the index", 1),
    AGGREGATION_AND_DUCKDB("large aggregation: Millrace's best way to DuckDB over text", 2),
    JOIN_ON_HADOOP("join: three jobs on Hadoop to one with the index", 10),
    JOIN_ON_MILLRACE("join: three jobs on Millrace to one with the index", 10),
    TOTAL(
            "all queries: Hadoop to Millrace's best way of each; ten times the paper's least factor",
            25);

    private final String text;
    private final double limit;

    Goal(String text, double limit) {
        this.text = text;
        this.limit = limit;
    }

    String text() {
        return text;
    }

    double limit() {
        return limit;
    }

    /** Whether the limit is the least that is wanted, or the most. */
    boolean isAtLeast() {
        return this != AGGREGATION_AND_DUCKDB;
    }

    boolean isMet(double measured) {
        return isAtLeast() ? measured >= limit : measured <= limit;
    }

    /** The ratio; nothing if one of its ways was not measured. */
    Optional<Double> measured(List<Experiment> queries) {
        return switch (this) {
            case SELECTION_AND_HADOOP ->
                    ratio(queries, Task.SELECTION, Way.HADOOP_SLOTS, Way.MILLRACE_INDEXED);
            case SELECTION_AND_DUCKDB ->
                    ratio(queries, Task.SELECTION, Way.DUCKDB, Way.MILLRACE_INDEXED);
            case AGGREGATION_AND_DUCKDB ->
                    first(queries, Task.LARGE_AGGREGATION)
                            .flatMap(each ->
                                    quotient(bestOfMillrace(each), seconds(each, Way.DUCKDB)));
            case JOIN_ON_HADOOP ->
                    ratio(queries, Task.JOIN, Way.HADOOP_SLOTS, Way.MILLRACE_INDEXED);
            case JOIN_ON_MILLRACE -> ratio(queries, Task.JOIN, Way.MILLRACE, Way.MILLRACE_INDEXED);
            case TOTAL -> total(queries);
        };
    }

    private static Optional<Double> ratio(
            List<Experiment> queries, Task task, Way above, Way below) {
        return first(queries, task)
                .flatMap(each -> quotient(seconds(each, above), seconds(each, below)));
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
