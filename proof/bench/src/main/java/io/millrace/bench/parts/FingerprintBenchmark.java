package io.millrace.bench.parts;

import io.millrace.engine.record.FingerprintOrder;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.run.RunSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Appends keys, computing their prefixes, sorts them and merges the runs: by Hadoop's comparator
 * alone, as the paper does without fingerprints; by prefixes of the keys; and by fingerprints.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class FingerprintBenchmark {

    private static final int RUNS = 8;

    /** The order to sort by. */
    @State(Scope.Thread)
    public static class Sorted {

        @Param({"comparator", "prefix", "xxh3", "djb2"})
        public String order = "";

        private KeyOrder keyOrder = PartMemory.order(true);

        @Setup
        public void choose() {
            keyOrder =
                    switch (order) {
                        case "comparator" -> PartMemory.order(false);
                        case "prefix" -> PartMemory.order(true);
                        case "xxh3" -> FingerprintOrder.INSTANCE;
                        default -> new Djb2Order();
                    };
        }
    }

    @Benchmark
    public long sortAndMerge(Sorted sorted, VisitKeys keys, PartMemory memory)
            throws IOException, InterruptedException {
        List<RunSet> sets = new ArrayList<>();
        try {
            memory.sort(keys.bytes, RUNS, sorted.keyOrder, sets);
            return memory.merged(sets, sorted.keyOrder);
        } finally {
            sets.forEach(RunSet::close);
        }
    }
}
