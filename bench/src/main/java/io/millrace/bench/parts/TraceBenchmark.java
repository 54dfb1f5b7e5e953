package io.millrace.bench.parts;

import io.millrace.engine.collect.CombiningSink;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import io.millrace.engine.trace.Sampler;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What the trace costs: collects all words in a table that adds up, as a word count's map attempt
 * does, without a trace and with one, whose sampler looks meanwhile. Per word two changes of phase,
 * per line of ten words two more. The mapper's own work, which a job has besides, is left out, so
 * the share is more than a job's.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class TraceBenchmark {

    private static final int WORDS_IN_A_LINE = 10;

    /** A job whose attempt is the measured thread. */
    @State(Scope.Thread)
    public static class Traced {

        final PhaseMark mark = new PhaseMark();
        private final Sampler sampler = new Sampler(() -> 0);
        private final Trace trace = new Trace("job");

        @Setup(Level.Iteration)
        public void begin() {
            sampler.add(trace);
        }

        @TearDown(Level.Iteration)
        public void end() {
            sampler.remove(trace);
        }
    }

    @Benchmark
    public int untraced(Words words, PartMemory memory) throws IOException, InterruptedException {
        Collected collected = new Collected(memory);
        for (int i = 0; i < words.bytes.length; i++) {
            collected.add(words.bytes[i]);
        }
        return collected.count();
    }

    @Benchmark
    public int traced(Words words, PartMemory memory, Traced job)
            throws IOException, InterruptedException {
        Collected collected = new Collected(memory);
        Loop loop = job.trace.beginLoop(Phase.MAP, "map-0.0", job.mark);
        for (int i = 0; i < words.bytes.length; i++) {
            if (i % WORDS_IN_A_LINE == 0) {
                job.mark.enter(Phase.READ);
                job.mark.enter(Phase.MAP);
            }
            job.mark.enter(Phase.COLLECT);
            collected.add(words.bytes[i]);
            job.mark.enter(Phase.MAP);
        }
        int count = collected.count();
        loop.end(words.bytes.length, 0);
        return count;
    }

    /** A table, and what becomes of it. */
    private static final class Collected {

        private final List<Chunk> chunks = new ArrayList<>();
        private final ChunkWriter writer;
        private final CombiningSink sink;

        Collected(PartMemory memory) throws InterruptedException {
            writer = memory.writer(PartMemory.order(true), chunks);
            sink =
                    new CombiningSink(
                            memory.budget,
                            memory.slabs(CombiningSink.MIN_SLABS),
                            1,
                            new WholeSums(),
                            true,
                            writer);
        }

        void add(byte[] key) throws IOException, InterruptedException {
            CollectorBenchmark.write(key, sink);
        }

        int count() throws IOException, InterruptedException {
            sink.finish();
            writer.finish();
            return CollectorBenchmark.counted(chunks);
        }
    }
}
