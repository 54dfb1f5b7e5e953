package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.bench.frame.Scratch;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.gang.LoopCounter;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * Runs a loop in different numbers of workers, each of which is a process with one task; a single
 * one is this process. The cost of an iteration comes from two runs of different length, so that
 * the first iterations of a process, whose code is not compiled, do not count.
 */
final class WorkerLoops {

    private static final double MICROS_PER_MILLI = 1e3;

    private final Loop loop;
    private final List<Integer> workers;
    private final int iterations;

    /**
     * A loop in so many workers.
     *
     * @param iterations of the shorter run; the longer one has twice as many
     */
    WorkerLoops(Loop loop, List<Integer> workers, int iterations) {
        this.loop = loop;
        this.workers = List.copyOf(workers);
        this.iterations = iterations;
    }

    /**
     * Runs the loop in all numbers of workers; rows have them as their words.
     *
     * @throws MeasurementException if two of them have different results
     */
    List<Row> run() throws Exception {
        try (Scratch folder = Scratch.of("iteration")) {
            Configuration conf = PreparedLoop.configuration(folder.path());
            int most = workers.stream().mapToInt(each -> each).max().orElse(1);
            PreparedLoop ready = PreparedLoop.of(loop, conf, folder.path(), most);
            List<Row> all = new ArrayList<>();
            byte[] expected = null;
            for (int count : workers) {
                conf.setInt("millrace.workers", count);
                conf.setInt("millrace.map.threads", count);
                conf.setInt("millrace.collective.workers", count);
                byte[] found = bytes(ready.tool().loop(ready.from(), iterations).data());
                all.add(
                        Row.of(
                                String.valueOf(count),
                                loop.toString(),
                                measure(ready.tool(), ready.from())));
                if (expected == null) {
                    expected = found;
                } else if (!Arrays.equals(expected, found)) {
                    throw new MeasurementException(
                            "%s has another result in %d workers than in %d"
                                    .formatted(loop.toString(), count, workers.get(0)));
                }
            }
            return all;
        }
    }

    /** Figures of an iteration, after a run of {@code iterations}. */
    private Figures measure(LoopTool tool, org.apache.hadoop.fs.Path from) throws Exception {
        double map = millis(tool, LoopCounter.MAP_MICROS);
        double overhead = millis(tool, LoopCounter.OVERHEAD_MICROS);
        tool.loop(from, 2 * iterations);
        return Figures.of(LoopRuns.MAP, (millis(tool, LoopCounter.MAP_MICROS) - map) / iterations)
                .and(
                        LoopRuns.OVERHEAD,
                        (millis(tool, LoopCounter.OVERHEAD_MICROS) - overhead) / iterations);
    }

    /** A counter of the last run, in milliseconds. */
    private static double millis(LoopTool tool, LoopCounter counter) {
        return tool.counters().findCounter(counter).getValue() / MICROS_PER_MILLI;
    }

    private static byte[] bytes(DynamicData data) throws IOException {
        try (DataOutputBuffer out = new DataOutputBuffer()) {
            for (KeyValue each : data) {
                each.key().write(out);
                each.value().write(out);
            }
            return Arrays.copyOf(out.getData(), out.getLength());
        }
    }
}
