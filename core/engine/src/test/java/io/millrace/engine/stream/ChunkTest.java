package io.millrace.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.CollectedChunks;
import io.millrace.engine.testing.TestMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that are copied to lie in the order of their keys. */
@Tag("jdk")
class ChunkTest {

    private static final int SLAB = 1 << 12;
    private static final int PARTITIONS = 3;
    private static final int SEEDS = 40;

    private final MemoryAccount memory = TestMemory.of(4L << 20, SLAB);
    private final CollectedChunks chunks =
            new CollectedChunks(memory, memory.slabBytes(), PARTITIONS);

    @AfterEach
    void giveBack() {
        chunks.close();
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    /** Some of the records are larger than a slab. */
    @ParameterizedTest
    @EnumSource(
            value = SlabKind.class,
            names = {"HEAP", "NATIVE"})
    void arrangedRecordsAreTheSameAndLieInOrder(SlabKind kind) throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            CollectedChunks kept = new CollectedChunks(memory, memory.slabBytes(), PARTITIONS);
            fill(kept, kind, new Random(seed));
            for (Chunk chunk : kept.chunks()) {
                chunk.sort(ByteKeyOrder.withPrefix());
                List<ByteRecord> before = records(chunk);
                long records = chunk.records();

                chunk.arrange(memory);

                assertThat(records(chunk)).as("seed %d", seed).isEqualTo(before);
                assertThat(chunk.records()).isEqualTo(records);
                if (chunk.recordBytes() < 300) {
                    assertThat(addresses(chunk)).as("seed %d", seed).isSorted();
                }
            }
            kept.close();
            assertThat(memory.heldBytes()).isZero();
        }
    }

    @Test
    void anArrangedChunkShrinks() throws Exception {
        fill(chunks, SlabKind.HEAP, new Random(1));
        Chunk last = chunks.chunks().get(chunks.chunks().size() - 1);
        last.sort(ByteKeyOrder.withPrefix());
        List<ByteRecord> before = records(last);

        last.arrange(memory);
        last.shrink(memory);

        assertThat(records(last)).isEqualTo(before);
    }

    @Test
    void recordsStayWhereTheyAreWhenMemoryIsShort() throws Exception {
        fill(chunks, SlabKind.HEAP, new Random(2));
        Chunk chunk = chunks.chunks().get(0);
        chunk.sort(ByteKeyOrder.withPrefix());
        long[] before = addresses(chunk);
        long spare = memory.maxBytes() - memory.heldBytes();
        List<Slab> others =
                memory.take(SlabKind.HEAP, (int) (spare / SLAB) - 2, memory.slabBytes());

        chunk.arrange(memory);

        assertThat(addresses(chunk)).isEqualTo(before);
        others.forEach(Slab::close);
    }

    private static void fill(CollectedChunks kept, SlabKind kind, Random random) throws Exception {
        ChunkWriter writer = kept.writer(kind);
        int longest = 1 << (2 + random.nextInt(7));
        int records = 1 + random.nextInt(1500);
        for (int i = 0; i < records; i++) {
            int length = random.nextInt(200) == 0 ? random.nextInt(2 * SLAB) : longest;
            String key = "k".repeat(random.nextInt(12)) + random.nextInt(records);
            String value = "v".repeat(random.nextInt(length + 1));
            CollectedChunks.write(writer, key, value, random.nextInt(PARTITIONS));
        }
        writer.finish();
    }

    private static List<ByteRecord> records(Chunk chunk) {
        List<ByteRecord> records = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            CollectedChunks.read(chunk, partition, records);
        }
        return records;
    }

    private static long[] addresses(Chunk chunk) {
        return IntStream.range(0, chunk.entries())
                .mapToLong(entry -> Integer.toUnsignedLong(chunk.address(entry)))
                .toArray();
    }
}
