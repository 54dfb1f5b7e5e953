package io.millrace.bench.parts;

import io.millrace.engine.collect.TableSink;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import io.millrace.engine.trace.Sampler;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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

/**
 * The cost of the trace: collects all words in a table that adds up, as a word count's map attempt
 * does, while a sampler looks. Per word two changes of phase, per line of ten words two more. The
 * mapper's own work, which a job has besides, is left out, so the share is more than a job's.
 *
 * <p>The time of a single mark is smaller than the difference between two processes that compiled
 * the same loop. So each change is marked once, as in jobs, or {@value #MANY} times, by the same
 * code: the difference, divided by one less, is what the marks of a job take. The processor time of
 * the sampler's thread comes from that thread's own clock.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class TraceBenchmark {

    private static final int WORDS_IN_A_LINE = 10;
    private static final String MANY = "33";

    /** How often each change is marked. */
    @State(Scope.Benchmark)
    public static class Marks {

        @Param({"1", MANY})
        public int marks;

        private void enter(PhaseMark mark, Phase phase) {
            for (int i = 0; i < marks; i++) {
                mark.enter(phase);
            }
        }
    }

    /** A job whose attempt is the measured thread. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Traced {

        /** Processor time of the sampler's thread; the sum of all iterations, of a second each. */
        public long samplerMicros;

        private final PhaseMark mark = new PhaseMark();
        private final Sampler sampler = new Sampler(() -> 0);
        private final Trace trace = new Trace("job");

        @Setup(Level.Iteration)
        public void begin() {
            sampler.add(trace);
        }

        @TearDown(Level.Iteration)
        public void end() {
            samplerMicros = processorNanos("millrace-sampler") / 1000;
            sampler.remove(trace);
        }

        private static long processorNanos(String thread) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(info -> info != null && info.getThreadName().equals(thread))
                    .mapToLong(info -> threads.getThreadCpuTime(info.getThreadId()))
                    .sum();
        }
    }

    @Benchmark
    public long collect(Words words, PartMemory memory, Traced job, Marks marks)
            throws IOException, InterruptedException {
        Collected collected = new Collected(memory);
        Loop loop = job.trace.beginLoop(Phase.MAP, "map-0.0", job.mark);
        for (int i = 0; i < words.bytes.length; i++) {
            if (i % WORDS_IN_A_LINE == 0) {
                marks.enter(job.mark, Phase.READ);
                marks.enter(job.mark, Phase.MAP);
            }
            marks.enter(job.mark, Phase.COLLECT);
            collected.add(words.bytes[i]);
            marks.enter(job.mark, Phase.MAP);
        }
        long count = collected.count();
        loop.end(words.bytes.length, 0);
        return count;
    }

    /** A table, and what becomes of it. */
    private static final class Collected {

        private final List<Chunk> chunks = new ArrayList<>();
        private final ChunkWriter writer;
        private final TableSink sink;

        Collected(PartMemory memory) throws InterruptedException {
            writer = memory.writer(PartMemory.order(true), chunks);
            sink = memory.table(new WholeSums(), writer);
        }

        void add(byte[] key) throws IOException, InterruptedException {
            CollectorBenchmark.write(key, sink);
        }

        long count() throws IOException, InterruptedException {
            sink.finish();
            writer.finish();
            return CollectorBenchmark.counted(chunks);
        }
    }
}
