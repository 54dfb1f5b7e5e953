package io.millrace.engine.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import io.millrace.engine.testing.ToldRuns;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output that came from elsewhere and lies in slabs. */
class PublishedBlocksTest {

    private static final int SLAB = 8 << 10;
    private static final int SLABS = 100;

    @TempDir private Path origin;

    @TempDir private Path directory;

    private final Plan plan =
            new RandomShuffle(1, ShuffleKind.PULL, SlabKind.HEAP, true, true, CollectorKind.SORT)
                    .plan;

    private final List<ByteRecord> expected = new ArrayList<>();
    private MemoryBudget memory;
    private Shuffle shuffle;

    @BeforeEach
    void open() {
        memory = new MemoryBudget((long) SLABS * SLAB, SLAB, 10 * SLAB);
        shuffle =
                Shuffles.open(
                        new ShuffleContext(
                                new ShuffleJob("blocks", 1, plan, ByteKeyOrder::withPrefix),
                                memory,
                                (guard, work) -> work.run(),
                                new Trace("test"),
                                new SpillArea(List.of(directory), SpillCoding.PLAIN)));
    }

    @AfterEach
    void close() throws IOException {
        shuffle.close();
        assertThat(memory.heldBytes()).isZero();
        assertThat(files()).isEmpty();
        memory.close();
    }

    @Test
    void theLargestGoToDiskFirstWhenSomebodyNeedsTheMemory() throws Exception {
        publish(0, 500);
        publish(1, 4000);
        publish(2, 1000);
        assertThat(files()).isEmpty();
        long held = memory.heldBytes();
        assertThat(held).isGreaterThan(10 * SLAB);
        List<Slab> taken = new ArrayList<>();
        while (files().isEmpty()) {
            taken.addAll(TestMemory.of(memory).take(SlabKind.HEAP, 1, memory.slabBytes()));
        }
        assertThat(files()).singleElement().asString().startsWith("map-1-");
        taken.forEach(Slab::close);
        assertThat(memory.heldBytes()).isBetween(1L, held / 2);
        assertThat(RandomShuffle.read(shuffle, 0, 0, Integer.MAX_VALUE)).isEqualTo(expected);
    }

    @Test
    void whatAReduceAttemptReadsStaysInMemory() throws Exception {
        publish(0, 1000);
        try (PartitionInput input = shuffle.openPartition(RandomShuffle.reduceGuard(0, 0))) {
            assertThat(input.spilledRecords()).isZero();
            // Asks for more than there is, so that all who can give up memory are asked.
            assertThat(TestMemory.of(memory).tryTake(SlabKind.HEAP, (int) memory.maxBytes()))
                    .isNull();
            assertThat(files()).isEmpty();
            for (ByteRecord record : expected) {
                assertThat(input.records().next()).isTrue();
                assertThat(ByteRecord.copyOf(input.records())).isEqualTo(record);
            }
        }
    }

    @Test
    void outputThatIsPublishedAfterTheJobHasEndedIsGivenBack() throws Exception {
        shuffle.close();
        publish(0, 1000);
        assertThat(memory.heldBytes()).isZero();
    }

    /** Publishes records of one key, so that their order is that of task and emission. */
    private void publish(int task, int records) throws Exception {
        byte[] buffer = new byte[memory.diskBufferBytes()];
        Tally tally = new Tally(1);
        SpillArea area = new SpillArea(List.of(origin), SpillCoding.PLAIN);
        RunFile file;
        try (RunFileWriter writer = new RunFileWriter(area, "run", 1, buffer)) {
            for (int i = 0; i < records; i++) {
                ByteRecord record = ByteRecord.of("key", task + "-" + i);
                int valueLength = record.value().length;
                writer.write(0, record.key(), 0, 3, record.value(), 0, valueLength);
                tally.add(0, 3, valueLength);
                expected.add(record);
            }
            file = writer.finish();
        }
        RunIntake intake =
                new RunIntake(
                        TestMemory.of(memory),
                        SlabKind.HEAP,
                        new SpillArea(List.of(directory), SpillCoding.PLAIN),
                        "map-" + task + ".0");
        shuffle.publish(
                ToldRuns.output(
                        new SealedOutput(List.of(new PlacedRuns(task, 0, file)), tally, 0),
                        runs -> true,
                        intake));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
