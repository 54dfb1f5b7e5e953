package io.millrace.bench.overlap;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Comparison;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.engine.plan.PartialReduceMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Runs a benchmark with partial reduce and without, with ample and tight memory, alternating. */
public final class Study {

    /** Jobs need some memory of their own, besides that of their map output. */
    private static final long LEAST_MEMORY = 8L << 20;

    private static final int SHARE = 4;

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
     * @throws BenchException if a run fails, or writes something else than the first
     */
    public Result run(MarcoBenchmark benchmark)
            throws IOException, InterruptedException, BenchException {
        Path input =
                new WorkloadInput(
                                setting.home(),
                                benchmark.workload(),
                                setting.bytes(),
                                setting.seed())
                        .path();
        Way probe = way(benchmark, PartialReduceMode.NEVER, setting.memory());
        compare(benchmark, List.of(probe), input, 1);
        long needed = probe.runs().heldBytes();
        String tight = Long.toString(Math.max(LEAST_MEMORY, needed / SHARE));
        List<Way> ways = new ArrayList<>();
        for (String memory : List.of(setting.memory(), tight)) {
            ways.add(way(benchmark, PartialReduceMode.NEVER, memory));
            ways.add(way(benchmark, PartialReduceMode.EAGER, memory));
        }
        compare(benchmark, ways, input, setting.runs());
        return new Result(
                benchmark,
                needed,
                new Pair(benchmark, Pair.Memory.AMPLE, ways.get(0).runs(), ways.get(1).runs()),
                new Pair(benchmark, Pair.Memory.TIGHT, ways.get(2).runs(), ways.get(3).runs()));
    }

    private Way way(MarcoBenchmark benchmark, PartialReduceMode mode, String memory) {
        List<String> options =
                List.of(
                        "-D",
                        MRJobConfig.NUM_REDUCES + "=" + setting.reduces(),
                        "-D",
                        FileInputFormat.SPLIT_MAXSIZE
                                + "="
                                + (setting.bytes() / setting.maps() + 1));
        return new Way(setting.home(), benchmark, mode, memory, options);
    }

    private void compare(MarcoBenchmark benchmark, List<Way> ways, Path input, int runs)
            throws IOException, InterruptedException, BenchException {
        Path own = work.resolve(benchmark.workload().word());
        List<Entry> entries =
                new Comparison(benchmark.workload(), own)
                        .run(List.<Contender>copyOf(ways), input, runs);
        OutputDirectory.delete(own);
        for (Entry entry : entries) {
            if (!entry.measured()) {
                throw new BenchException(
                        benchmark.workload().word() + ", " + entry.name() + ": " + entry.note());
            }
        }
    }
}
