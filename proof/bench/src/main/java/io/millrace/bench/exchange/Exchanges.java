package io.millrace.bench.exchange;

import io.millrace.collective.algorithm.Algorithm;
import io.millrace.daemons.Hosts;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures the transports between workers. Those of one size take turns, so that a disturbance of
 * the machine meets all of them.
 */
public final class Exchanges {

    private static final List<Integer> SIZES = List.of(8, 1 << 10, 64 << 10, 1 << 20);
    private static final List<Integer> STREAM_SIZES = List.of(64 << 10, 1 << 20);
    private static final List<Integer> REDUCED_SIZES = List.of(8, 64 << 10, 1 << 20);
    private static final int GANG = 4;

    /** The most operations of a round. */
    private static final int MAX_COUNT = 1_000_000;

    private static final double MICROSECOND = 1e3;

    private final int rounds;
    private final Duration round;
    private final int processes;

    /**
     * Measures so many rounds of this length for each figure, after some that do not count.
     *
     * @param processes 2 if two workers are in two processes, and 1 if they are threads of this one
     */
    public Exchanges(int rounds, Duration round, int processes) {
        this.rounds = rounds;
        this.round = round;
        this.processes = processes;
    }

    /** All figures, as tables of Markdown. */
    public String tables() throws Exception {
        try {
            Ucx ucx = Ucx.find();
            return pairs(true) + "\n" + allReduces(ucx);
        } catch (UcxException e) {
            return pairs(false)
                    + "\n"
                    + allReduces(null)
                    + "\nUCX was not measured: "
                    + e.getMessage()
                    + "\n";
        }
    }

    /** A row's way, and the row of its lower bound. */
    private record Row(String title, Way way, int bound) {}

    private String pairs(boolean withUcx) throws Exception {
        Site site = processes == 1 ? Site.ofThreads() : Site.ofProcesses();
        try (Way copy = new MemoryCopy();
                Way memory = TransportEnd.inMemory();
                Way sockets = Route.SOCKETS.open(site);
                Way tcp = Route.TCP.open(site);
                Way tls = Route.TLS.open(site);
                Way mapped = Route.MAPPED.open(site);
                Way shared = Route.SHARED.open(site);
                Way rdma = withUcx ? Route.RDMA.open(site) : null) {
            List<Row> rows = new ArrayList<>();
            rows.add(new Row("memory copy, one thread", copy, 0));
            rows.add(new Row("memory, two threads", memory, 0));
            rows.add(new Row("sockets, blocking", sockets, 2));
            rows.add(new Row("tcp", tcp, 2));
            rows.add(new Row("tcp with tls", tls, 2));
            rows.add(new Row("mapped copies", mapped, 5));
            rows.add(new Row("shared", shared, 5));
            if (rdma != null) {
                rows.add(new Row("rdma", rdma, 5));
            }
            return pairs(processes == 1 ? "round trip" : "round trip, two processes", rows);
        }
    }

    /**
     * The figures of two workers on two hosts that a link joins, as a table of Markdown.
     *
     * @param megabits rate of the link in each direction, in Mbit/s
     */
    public String linkTable(int megabits) throws Exception {
        try (Hosts hosts = Hosts.open(1, megabits)) {
            Site site = Site.ofHosts(hosts);
            try (Way sockets = Route.SOCKETS.open(site);
                    Way tcp = Route.TCP.open(site);
                    Way tls = Route.TLS.open(site)) {
                return pairs(
                        "round trip, link of %d Mbit/s".formatted(megabits),
                        List.of(
                                new Row("sockets, blocking", sockets, 0),
                                new Row("tcp", tcp, 0),
                                new Row("tcp with tls", tls, 0)));
            }
        }
    }

    private String pairs(String title, List<Row> rows) throws Exception {
        Map<String, List<String>> cells = new LinkedHashMap<>();
        for (int bytes : SIZES) {
            List<Double> nanos = new ArrayList<>();
            for (Series each : measured(rows, bytes, Talk.ROUND_TRIPS)) {
                nanos.add(each.median() / MICROSECOND);
            }
            cells.put(size(bytes) + ", µs", cells(rows, nanos));
        }
        for (int bytes : STREAM_SIZES) {
            List<Double> throughputs = new ArrayList<>();
            for (Series each : measured(rows, bytes, Talk.STREAM)) {
                throughputs.add(bytes / each.median()); // bytes a nanosecond are GB a second
            }
            cells.put("stream of " + size(bytes) + ", GB/s", cells(rows, throughputs));
        }
        return table(title, rows.stream().map(Row::title).toList(), cells);
    }

    private List<Series> measured(List<Row> rows, int bytes, Talk talk) throws Exception {
        return measured(
                rows.stream()
                        .map(row ->
                                new Series(
                                        count -> row.way.run(talk, bytes, count),
                                        MAX_COUNT,
                                        round.toNanos()))
                        .toList());
    }

    private List<Series> measured(List<Series> all) throws Exception {
        for (Series each : all) {
            each.warm();
        }
        for (int left = rounds; left > 0; left--) {
            for (Series each : all) {
                each.round();
            }
        }
        return all;
    }

    /** Figures, each with its ratio to that of the lower bound. */
    private static List<String> cells(List<Row> rows, List<Double> figures) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            int bound = rows.get(i).bound;
            cells.add(
                    bound == i
                            ? figure(figures.get(i))
                            : "%s (%s)"
                                    .formatted(
                                            figure(figures.get(i)),
                                            figure(figures.get(i) / figures.get(bound))));
        }
        return cells;
    }

    private String allReduces(@Nullable Ucx ucx) throws Exception {
        try (Gang memory = Gang.inMemory(GANG);
                Gang tcp = Gang.byTcp(GANG);
                Gang shared = Gang.byRings(GANG);
                Gang rdma = ucx == null ? null : Gang.byUcx(GANG, ucx)) {
            List<AllReduce> ways = new ArrayList<>();
            for (Algorithm algorithm : Algorithm.values()) {
                ways.add(AllReduce.of("memory", memory, algorithm));
                ways.add(AllReduce.of("tcp", tcp, algorithm));
                ways.add(AllReduce.of("shared", shared, algorithm));
                if (rdma != null) {
                    ways.add(AllReduce.of("rdma", rdma, algorithm));
                }
            }
            Map<String, List<String>> cells = new LinkedHashMap<>();
            for (int bytes : REDUCED_SIZES) {
                List<Series> all =
                        measured(
                                ways.stream()
                                        .map(way ->
                                                new Series(
                                                        count -> way.run(bytes, count),
                                                        MAX_COUNT,
                                                        round.toNanos()))
                                        .toList());
                cells.put(size(bytes) + ", µs", reduceCells(ways, all));
            }
            List<String> titles = ways.stream().map(AllReduce::title).toList();
            return table("all-reduce of " + GANG + " workers", titles, cells);
        }
    }

    /** Times in microseconds, with the algorithm if it was chosen. */
    private static List<String> reduceCells(List<AllReduce> ways, List<Series> measured) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            String time = figure(measured.get(i).median() / MICROSECOND);
            String chosen = ways.get(i).chosen().map(name -> " (" + name + ")").orElse("");
            cells.add(time + chosen);
        }
        return cells;
    }

    private static String table(String title, List<String> rows, Map<String, List<String>> cells) {
        StringBuilder table = new StringBuilder();
        table.append("| %s | %s |\n".formatted(title, String.join(" | ", cells.keySet())));
        table.append("|---|%s\n".formatted("---|".repeat(cells.size())));
        for (int i = 0; i < rows.size(); i++) {
            int row = i;
            List<String> ofRow = cells.values().stream().map(column -> column.get(row)).toList();
            table.append("| %s | %s |\n".formatted(rows.get(i), String.join(" | ", ofRow)));
        }
        return table.toString();
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    private static String size(int bytes) {
        return bytes < 1 << 10
                ? bytes + " bytes"
                : bytes < 1 << 20 ? bytes / (1 << 10) + " KB" : bytes / (1 << 20) + " MB";
    }
}
