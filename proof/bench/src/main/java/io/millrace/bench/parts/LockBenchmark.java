package io.millrace.bench.parts;

import io.millrace.engine.plan.LockKind;
import io.millrace.engine.shuffle.delivery.StreamLock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Two threads that copy a small block into the same stream, one at a time. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class LockBenchmark {

    private static final int BLOCK = 4096;

    @Param public LockKind kind = LockKind.SYNCHRONIZED;

    private final byte[] stream = new byte[16 * BLOCK];
    private int tail;
    private StreamLock lock = StreamLock.of(LockKind.SYNCHRONIZED);

    /** The bytes that a thread appends. */
    @State(Scope.Thread)
    public static class Block {
        private final byte[] bytes = new byte[BLOCK];
    }

    @Setup
    public void make() {
        lock = StreamLock.of(kind);
    }

    @Benchmark
    @Threads(2)
    public boolean append(Block block) {
        return lock.hold(() -> {
            System.arraycopy(block.bytes, 0, stream, tail, BLOCK);
            tail = (tail + BLOCK) % stream.length;
            return true;
        });
    }
}
