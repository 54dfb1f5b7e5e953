package io.millrace.bench.parts;

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
import org.openjdk.jmh.annotations.TearDown;

/** Merges runs of words that lie in memory. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MergeBenchmark {

    /** The words, in sorted runs of about the same length. */
    @State(Scope.Thread)
    public static class Sorted {

        @Param({"2", "32"})
        public int runs;

        private final KeyOrder order = PartMemory.order(true);
        private final List<RunSet> sets = new ArrayList<>();

        @Setup
        public void fill(Words words, PartMemory memory) throws IOException, InterruptedException {
            memory.sort(words.bytes, runs, order, sets);
        }

        @TearDown
        public void close() {
            sets.forEach(RunSet::close);
        }
    }

    @Benchmark
    public long merge(Sorted sorted, PartMemory memory) throws IOException, InterruptedException {
        return memory.merged(sorted.sets, sorted.order);
    }
}
