package io.millrace.bench.exchange;

import io.millrace.collective.algorithm.Algorithm;
import io.millrace.daemons.Hosts;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxException;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Rounds;
import io.millrace.measure.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures the transports between workers. Those of one size take cases, so that a disturbance of
 * the machine meets all of them.
 */
public final class Exchanges {

    private static final List<Integer> SIZES = List.of(8, 1 << 10, 64 << 10, 1 << 20);
    private static final List<Integer> STREAM_SIZES = List.of(64 << 10, 1 << 20);
    private static final List<Integer> REDUCED_SIZES = List.of(8, 64 << 10, 1 << 20);
    private static final int GANG = 4;

    /** The most operations of a round. */
    private static final int MAX_COUNT = 1_000_000;

    private static final double MICROS = 1e6;
    private static final double GB = 1e9;

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

    /** A way, and the place of its lower bound in the list. */
    private record Lane(String title, Way way, int bound) {}

    /** The figures of one size, and how a time in seconds is shown. */
    private record Column(Experiment measured, DoubleUnaryOperator unit) {
        double figure(int row) {
            return unit.applyAsDouble(measured.rows().get(row).seconds().median());
        }
    }

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
            List<Lane> lanes = new ArrayList<>();
            lanes.add(new Lane("memory copy, one thread", copy, 0));
            lanes.add(new Lane("memory, two threads", memory, 0));
            lanes.add(new Lane("sockets, blocking", sockets, 2));
            lanes.add(new Lane("tcp", tcp, 2));
            lanes.add(new Lane("tcp with tls", tls, 2));
            lanes.add(new Lane("mapped copies", mapped, 5));
            lanes.add(new Lane("shared", shared, 5));
            if (rdma != null) {
                lanes.add(new Lane("rdma", rdma, 5));
            }
            return pairs(processes == 1 ? "round trip" : "round trip, two processes", lanes);
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
                                new Lane("sockets, blocking", sockets, 0),
                                new Lane("tcp", tcp, 0),
                                new Lane("tcp with tls", tls, 0)));
            }
        }
    }

    private String pairs(String title, List<Lane> lanes) throws Exception {
        List<Column> columns = new ArrayList<>();
        for (int bytes : SIZES) {
            columns.add(
                    new Column(
                            talk(size(bytes) + ", µs", lanes, bytes, Talk.ROUND_TRIPS),
                            seconds -> seconds * MICROS));
        }
        for (int bytes : STREAM_SIZES) {
            columns.add(
                    new Column(
                            talk("stream of " + size(bytes) + ", GB/s", lanes, bytes, Talk.STREAM),
                            seconds -> bytes / seconds / GB));
        }
        Table<Integer> table = new Table<Integer>().text(title, row -> lanes.get(row).title());
        for (Column column : columns) {
            table.text(column.measured().name(), row -> cell(column, row, lanes.get(row).bound()));
        }
        return table.of(IntStream.range(0, lanes.size()).boxed().toList());
    }

    private Experiment talk(String name, List<Lane> lanes, int bytes, Talk talk) throws Exception {
        List<String> titles = lanes.stream().map(Lane::title).toList();
        return measured(name, titles, i -> count -> lanes.get(i).way().run(talk, bytes, count));
    }

    /** Measures by cases, after each has found the number of operations of its rounds. */
    private Experiment measured(
            String name, List<String> titles, IntFunction<Series.Timed> operations)
            throws Exception {
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < titles.size(); i++) {
            Series series = new Series(operations.apply(i), MAX_COUNT, round.toNanos());
            series.warm();
            cases.add(new Case(titles.get(i), series::round));
        }
        return new Rounds(name, 0, rounds).experiment(cases);
    }

    /** A figure, with its ratio to that of the lower bound. */
    private static String cell(Column column, int row, int bound) {
        double figure = column.figure(row);
        return bound == row
                ? text(figure)
                : "%s (%s)".formatted(text(figure), text(figure / column.figure(bound)));
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
            List<String> titles = ways.stream().map(AllReduce::title).toList();
            Table<Integer> table =
                    new Table<Integer>().text("all-reduce of " + GANG + " workers", titles::get);
            for (int bytes : REDUCED_SIZES) {
                Experiment all =
                        measured(
                                size(bytes) + ", µs",
                                titles,
                                i -> count -> ways.get(i).run(bytes, count));
                List<String> chosen =
                        ways.stream()
                                .map(way -> way.chosen().map(name -> " (" + name + ")").orElse(""))
                                .toList();
                table.text(
                        all.name(),
                        row ->
                                text(MICROS * all.rows().get(row).seconds().median())
                                        + chosen.get(row));
            }
            return table.of(IntStream.range(0, ways.size()).boxed().toList());
        }
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    private static String size(int bytes) {
        return bytes < 1 << 10
                ? bytes + " bytes"
                : bytes < 1 << 20 ? bytes / (1 << 10) + " KB" : bytes / (1 << 20) + " MB";
    }
}
