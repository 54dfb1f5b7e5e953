package io.millrace.bench.overlap;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Launched;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Runs a benchmark with partial reduce and without, with ample and tight memory, alternating. There
 * is an experiment for each memory.
 */
public final class Study {

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

    private final Setting setting;
    private final Path work;

    /**
     * The settings that all runs share.
     *
     * @param bytes of each input
     * @param maps map tasks of each job; partial reduce needs several for each thread
     * @param memory ample memory, as a size or {@code auto}
     * @param runs of each kind
     */
    public record Setting(
            Path home, long bytes, long seed, int maps, int reduces, String memory, int runs) {}

    /** Outputs are below {@code work}. */
    public Study(Setting setting, Path work) {
        this.setting = setting;
        this.work = work;
    }

    /**
     * Measures a benchmark. A first run does not count: it shows how much memory the map output
     * needs.
     *
     * @throws MeasurementException if a run fails, or writes something else than the first
     */
    public List<Experiment> run(MarcoBenchmark benchmark) throws Exception {
        Path input =
                new WorkloadInput(
                                setting.home(),
                                benchmark.workload(),
                                setting.bytes(),
                                setting.seed())
                        .path();
        Contender probe = way(benchmark, NEVER, setting.memory());
        long needed =
                (long)
                        compare(benchmark, List.of(probe), input, 1)
                                .get(0)
                                .get(JobReports.HELD)
                                .max();
        String tight = Long.toString(Math.max(LEAST_MEMORY, needed / SHARE));
        List<Contender> ways = new ArrayList<>();
        for (String memory : List.of(setting.memory(), tight)) {
            ways.add(way(benchmark, NEVER, memory));
            ways.add(way(benchmark, EAGER, memory));
        }
        List<Row> rows = compare(benchmark, ways, input, setting.runs());
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
        return Experiment.of(benchmark.paperName(), named)
                .with("job", benchmark.workload().word())
                .with("shuffle", benchmark.shuffleHeavy() ? "heavy" : "light")
                .with(MEMORY, memory)
                .with(NEEDED, needed);
    }

    private Contender way(MarcoBenchmark benchmark, String mode, String memory) {
        return Launched.millrace(setting.home(), List.of())
                .with(
                        MRJobConfig.NUM_REDUCES + "=" + setting.reduces(),
                        FileInputFormat.SPLIT_MAXSIZE
                                + "="
                                + (setting.bytes() / setting.maps() + 1),
                        benchmark.partialReducerSetting(),
                        EngineKeys.PARTIAL_REDUCE + "=" + mode,
                        EngineKeys.MEMORY_MAX + "=" + memory)
                .named(mode + "-" + memory, "partial reduce " + mode + ", memory " + memory)
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
