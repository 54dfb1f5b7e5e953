package io.millrace.bench.overlap;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Launched;
import io.millrace.bench.job.JobReports;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a benchmark with partial reduce and without, with ample and tight memory, alternating. There
 * is an experiment for each memory.
 *
 * @param memory ample memory, as a size or {@code auto}
 * @param work the directory below which outputs are
 */
record OverlapStudy(MarcoJobs jobs, String memory, Path work) {

    /** Jobs need some memory of their own, besides that of their map output. */
    private static final long LEAST_MEMORY = 8L << 20;

    private static final int SHARE = 4;

    /** The record memory that the map output took without partial reduce: a fact in bytes. */
    static final String NEEDED = "neededBytes";

    /** Whether memory is ample or tight: a fact. */
    static final String MEMORY = "memory";

    /** Words of rows. */
    static final String NEVER = "never";

    static final String EAGER = "eager";

    /**
     * Measures a benchmark. A first run does not count: it shows how much memory the map output
     * needs.
     *
     * @throws MeasurementException if a run fails, or writes something else than the first
     */
    List<Experiment> run(MarcoBenchmark benchmark) throws Exception {
        Path input = jobs.input(benchmark);
        Row probe = compare(benchmark, List.of(way(benchmark, NEVER, memory)), input, 1).get(0);
        long needed = (long) probe.get(JobReports.HELD).max();
        String tight = Long.toString(Math.max(LEAST_MEMORY, needed / SHARE));
        List<Contender> ways = new ArrayList<>();
        for (String each : List.of(memory, tight)) {
            ways.add(way(benchmark, NEVER, each));
            ways.add(way(benchmark, EAGER, each));
        }
        List<Row> rows = compare(benchmark, ways, input, jobs.runs());
        return List.of(
                experiment(benchmark, "ample", needed, rows.subList(0, 2)),
                experiment(benchmark, "tight", needed, rows.subList(2, 4)));
    }

    static Experiment experiment(
            MarcoBenchmark benchmark, String memory, long needed, List<Row> rows) {
        List<Row> named = new ArrayList<>();
        for (Row row : rows) {
            String mode = row.word().substring(0, row.word().indexOf('-'));
            named.add(new Row(mode, row.title(), row.settings(), row.runs(), null, false));
        }
        return MarcoJobs.experiment(benchmark, named).with(MEMORY, memory).with(NEEDED, needed);
    }

    private Contender way(MarcoBenchmark benchmark, String mode, String size) {
        return Launched.millrace(jobs.home(), List.of())
                .with(jobs.settings().toArray(String[]::new))
                .with(
                        benchmark.partialReducerSetting(),
                        EngineKeys.PARTIAL_REDUCE + "=" + mode,
                        EngineKeys.MEMORY_MAX + "=" + size)
                .named(mode + "-" + size, "partial reduce " + mode + ", memory " + size)
                .reporting((directory, run) -> JobReports.figures(directory));
    }

    private List<Row> compare(MarcoBenchmark benchmark, List<Contender> ways, Path input, int runs)
            throws Exception {
        Path own = work.resolve(benchmark.workload().word());
        List<Row> rows = new Comparison(benchmark.workload(), own).run(ways, input, runs);
        for (Row row : rows) {
            if (!row.measured()) {
                throw new MeasurementException(
                        benchmark.workload().word() + ", " + row.title() + ": " + row.note());
            }
        }
        return rows;
    }
}
