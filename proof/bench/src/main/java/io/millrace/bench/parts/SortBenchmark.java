package io.millrace.bench.parts;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.stream.Chunk;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Sorts chunks of words, with prefixes or by Hadoop's comparator alone. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SortBenchmark {

    /** Chunks that are not sorted yet, for one call. */
    @State(Scope.Thread)
    public static class Unsorted {

        @Param({"true", "false"})
        public boolean fastPaths;

        private List<Chunk> chunks = List.of();
        private KeyOrder order = PartMemory.order(true);

        @Setup(Level.Invocation)
        public void fill(Words words, PartMemory memory) throws IOException, InterruptedException {
            order = PartMemory.order(fastPaths);
            chunks = memory.chunks(words.bytes, 0, words.bytes.length, order);
        }

        @TearDown(Level.Invocation)
        public void close() {
            chunks.forEach(Chunk::close);
        }
    }

    @Benchmark
    public Object sort(Unsorted unsorted) throws IOException {
        for (Chunk chunk : unsorted.chunks) {
            chunk.sort(unsorted.order);
        }
        return unsorted.chunks;
    }
}
