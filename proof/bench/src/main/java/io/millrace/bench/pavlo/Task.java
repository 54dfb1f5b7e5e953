package io.millrace.bench.pavlo;

import io.millrace.bench.frame.Word;
import io.millrace.workloads.Likeness;
import io.millrace.workloads.Workload;
import java.util.List;

/** The tasks of the benchmark, with the figure of Jiang et al. that shows them. */
enum Task {
    GREP(Workload.RECORD_GREP, TableKind.RECORDS, 4),
    SELECTION(Workload.SELECTION, TableKind.RANKINGS, 7),
    LARGE_AGGREGATION(Workload.AGGREGATION, TableKind.USER_VISITS, 8),
    SMALL_AGGREGATION(Workload.SMALL_AGGREGATION, TableKind.USER_VISITS, 9),
    JOIN(Workload.JOIN, TableKind.USER_VISITS, 11);

    private final Workload workload;
    private final TableKind table;
    private final int figure;

    Task(Workload workload, TableKind table, int figure) {
        this.workload = workload;
        this.table = table;
        this.figure = figure;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return Word.of(this);
    }

    Workload workload() {
        return workload;
    }

    /** The table that it reads, for a join the larger one. */
    TableKind table() {
        return table;
    }

    /** How similar outputs are: systems print the same number in different forms. */
    Likeness likeness() {
        return this == GREP || this == SELECTION ? Likeness.ANY_ORDER : Likeness.ROUNDED;
    }

    /** The number in the paper. */
    int figure() {
        return figure;
    }

    /** Its queries: one, or one for each selectivity. */
    List<Query> queries() {
        return switch (this) {
            case GREP ->
                    List.of(
                            new Query(
                                    this,
                                    "grep",
                                    List.of(),
                                    "SELECT * FROM records WHERE field LIKE '%XYZ%'"));
            case SELECTION ->
                    List.of(
                            selection("0.002", 9806),
                            selection("0.026", 7753),
                            selection("0.23", 1053),
                            selection("1", 0));
            case LARGE_AGGREGATION -> List.of(aggregation("sourceIP"));
            case SMALL_AGGREGATION -> List.of(aggregation("substr(sourceIP, 1, 7)"));
            case JOIN -> List.of(join());
        };
    }

    /** Ranks follow Zipf's law, so the logarithm of a rank tells the share above it. */
    private Query selection(String selectivity, int rank) {
        return new Query(
                this,
                "selection at " + selectivity,
                List.of("selection.rank=" + rank),
                "SELECT pageURL, pageRank FROM rankings WHERE pageRank > " + rank);
    }

    private Query aggregation(String key) {
        return new Query(
                this,
                toString().replace('-', ' '),
                List.of(),
                "SELECT %s, sum(adRevenue) FROM uservisits GROUP BY %s".formatted(key, key));
    }

    private Query join() {
        return new Query(
                this,
                "join",
                List.of(),
                """
                SELECT sourceIP, sum(adRevenue) AS revenue, avg(CAST(pageRank AS DOUBLE PRECISION))
                FROM rankings, uservisits
                WHERE pageURL = destURL
                  AND visitDate BETWEEN DATE '2000-01-15' AND DATE '2000-01-22'
                GROUP BY sourceIP ORDER BY revenue DESC, sourceIP LIMIT 1
                """);
    }
}
