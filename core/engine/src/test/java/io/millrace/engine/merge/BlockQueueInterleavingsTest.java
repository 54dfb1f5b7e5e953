package io.millrace.engine.merge;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.Interleavings;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** A reader, and a thread that fills its blocks ahead of it. */
@Sampled(oneIn = 2)
class BlockQueueInterleavingsTest {

    private static final int SLAB = 4096;

    @Test
    void recordsComeInOrderWhicheverThreadFillsTheBlocks() throws Exception {
        Interleavings.check(Ahead.class, heapSlab());
    }

    @Test
    void theRaceOfTwoThreadsThatFillAtOnceIsFound() {
        Interleavings.assertFound("Invalid execution results", Unguarded.class);
    }

    /** The tool does not know views of byte arrays as longs, which are not what is shared here. */
    private static Class<?> heapSlab() throws InterruptedException {
        try (Slab slab = slabs(1).get(0)) {
            return slab.getClass();
        }
    }

    /** Nobody's: the tool drops budgets in the middle of a schedule, and that is no leak. */
    private static List<Slab> slabs(int count) throws InterruptedException {
        MemoryAccount memory = new MemoryBudget(8 * SLAB, SLAB, 0).account(MemoryUse.MERGE, null);
        return memory.tryTake(SlabKind.HEAP, count, SLAB);
    }

    public static final class Ahead {

        private final BlockQueue queue;
        private RecordBlock block;

        public Ahead() throws InterruptedException {
            List<RecordBlock> blocks = slabs(3).stream().map(RecordBlock::new).toList();
            this.block = blocks.get(0);
            this.queue =
                    new BlockQueue(
                            new LongRecords(3),
                            new AttemptId(TaskKind.REDUCE, 0, 0),
                            work -> {},
                            blocks.subList(1, 3));
        }

        /** The next record, of which a block has room for one; -1 at the end. */
        @Operation(nonParallelGroup = "reader")
        public long read() throws IOException {
            RecordBlock next = queue.exchange(block);
            if (next == null) {
                return -1;
            }
            block = next;
            return block.next() ? block.prefix() : 0;
        }

        @Operation
        public void fill() {
            queue.run();
        }
    }

    /** Records of which no block holds two. */
    private static final class LongRecords implements RecordCursor {

        private final byte[] bytes = new byte[SLAB / 2];
        private final int count;
        private int at;

        LongRecords(int count) {
            this.count = count;
        }

        @Override
        public boolean next() {
            if (at == count) {
                return false;
            }
            at++;
            return true;
        }

        @Override
        public long prefix() {
            return at;
        }

        @Override
        public byte[] keyBytes() {
            return bytes;
        }

        @Override
        public int keyOffset() {
            return 0;
        }

        @Override
        public int keyLength() {
            return bytes.length;
        }

        @Override
        public byte[] valueBytes() {
            return bytes;
        }

        @Override
        public int valueOffset() {
            return bytes.length;
        }

        @Override
        public int valueLength() {
            return 0;
        }

        @Override
        public float progress() {
            return (float) at / count;
        }

        @Override
        public void close() {}
    }

    /** Records that two threads take from their source at once. */
    public static final class Unguarded {

        private final Deque<Integer> filled = new ArrayDeque<>();
        private int taken;

        @Operation(nonParallelGroup = "reader")
        public int read() {
            synchronized (filled) {
                if (!filled.isEmpty()) {
                    return filled.removeFirst();
                }
            }
            taken++;
            return taken;
        }

        @Operation
        public void fill() {
            taken++;
            int record = taken;
            synchronized (filled) {
                filled.addLast(record);
            }
        }
    }
}
