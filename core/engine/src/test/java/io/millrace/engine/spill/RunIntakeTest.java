package io.millrace.engine.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that come in as bytes. */
@Tag("jdk")
class RunIntakeTest {

    private static final int SLAB = 8 << 10;
    private static final int PARTITIONS = 4;

    @TempDir private Path origin;

    @TempDir private Path directory;

    private final List<List<ByteRecord>> records = new ArrayList<>();

    /** What came from elsewhere is nobody's here. */
    @AfterEach
    void deleteWhatCameFromElsewhere() throws IOException {
        for (Path file : files(origin)) {
            Files.delete(file);
        }
    }

    static Stream<Arguments> setups() {
        return Stream.of(SlabKind.HEAP, SlabKind.NATIVE)
                .flatMap(kind ->
                        Stream.of(SpillCoding.PLAIN, SpillCoding.PLAIN.compressed(true))
                                .flatMap(coding ->
                                        Stream.of(true, false)
                                                .map(ample ->
                                                        Arguments.of(
                                                                kind,
                                                                coding.encrypted(
                                                                        ample
                                                                                ? new byte[16]
                                                                                : null),
                                                                ample))));
    }

    @ParameterizedTest(name = "{0} {1} ample={2}")
    @MethodSource("setups")
    void theyLieInSlabsWhileThereIsRoomAndElseInAFile(
            SlabKind kind, SpillCoding coding, boolean ample) throws IOException {
        byte[] told = contents(coding, 1000);
        try (MemoryBudget memory = budget(ample ? 400 : 6)) {
            try (RunSource runs = take(told, memory, kind)) {
                assertThat(runs.inMemory()).isEqualTo(ample);
                assertThat(files(directory)).hasSize(ample ? 0 : 1);
                assertThat(memory.heldBytes() > 0).isEqualTo(ample);
                assertReadsAs(runs, memory);
            }
            assertNothingLeft(memory);
        }
    }

    @ParameterizedTest
    @EnumSource
    void slabsGoToDiskAsTheyAre(SlabKind kind) throws Exception {
        byte[] told = contents(SpillCoding.PLAIN.encrypted(new byte[16]), 1000);
        try (MemoryBudget memory = budget(400)) {
            RunBlocks blocks = (RunBlocks) take(told, memory, kind);
            RunFile file;
            try (DiskBuffer buffer = memory.lendDiskBuffer()) {
                file = blocks.copyTo(area(), "spilled", buffer.bytes());
            }
            blocks.close();
            blocks.close();
            assertThat(memory.heldBytes()).isZero();
            assertReadsAs(file, memory);
            file.close();
            assertNothingLeft(memory);
        }
    }

    /** One partition of what was taken in, passed on once more, is its records and no others. */
    @ParameterizedTest
    @ValueSource(ints = {6, 400})
    void onePartitionIsPassedOnByItself(int slabs) throws Exception {
        byte[] told = contents(SpillCoding.PLAIN.compressed(true).encrypted(new byte[16]), 500);
        try (MemoryBudget first = budget(400);
                MemoryBudget second = budget(slabs);
                RunSource runs = take(told, first, SlabKind.HEAP)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (RunSource lent = runs.lent(partition)) {
                    lent.writeTo(new DataOutputStream(bytes));
                }
                try (RunSource there = take(bytes.toByteArray(), second, SlabKind.HEAP)) {
                    assertThat(read(there, partition, second)).isEqualTo(records.get(partition));
                    if (there instanceof RunBlocks blocks) {
                        try (RunFile file = blocks.copyTo(area(), "spilled", new byte[1000])) {
                            assertThat(read(file, partition, second))
                                    .isEqualTo(records.get(partition));
                        }
                    }
                    assertThat(there.records()).isEqualTo(records.get(partition).size());
                    assertThat(there.records((partition + 1) % PARTITIONS)).isZero();
                }
            }
            assertNothingLeft(second);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aChangedByteIsFoundBeforeAnythingIsKept(long seed) throws IOException {
        byte[] told = contents(SpillCoding.PLAIN, 300);
        Random random = new Random(seed);
        int header = told.length - (int) Files.size(files(origin).get(0));
        told[header + random.nextInt(told.length - header)] ^= (byte) (1 + random.nextInt(255));
        for (int slabs : new int[] {400, 6}) {
            try (MemoryBudget memory = budget(slabs)) {
                assertThatThrownBy(() -> take(told, memory, SlabKind.HEAP))
                        .isInstanceOf(SpillException.class)
                        .hasMessageContaining("map-3.0")
                        .hasMessageContaining("must run again");
                assertNothingLeft(memory);
            }
        }
    }

    @Test
    void aConnectionThatEndsLeavesNothing() throws IOException {
        byte[] told = contents(SpillCoding.PLAIN, 300);
        byte[] cut = Arrays.copyOf(told, told.length - 1);
        for (int slabs : new int[] {400, 6}) {
            try (MemoryBudget memory = budget(slabs)) {
                assertThatThrownBy(() -> take(cut, memory, SlabKind.HEAP))
                        .isInstanceOf(EOFException.class);
                assertNothingLeft(memory);
            }
        }
    }

    @Test
    void blocksThatNoReaderHereCouldHoldAreRefused() throws IOException {
        byte[] told = contents(SpillCoding.PLAIN, 300);
        try (MemoryBudget memory = new MemoryBudget(400 << 10, 1 << 10, 0)) {
            assertThatThrownBy(() -> take(told, memory, SlabKind.HEAP))
                    .isInstanceOf(SpillException.class)
                    .hasMessageContaining("another slab size")
                    .hasMessageContaining("out of range");
            assertNothingLeft(memory);
        }
    }

    /** A run file of drawn records, told by what is in it. */
    private byte[] contents(SpillCoding coding, int count) throws IOException {
        Random random = new Random(count);
        byte[] buffer = new byte[budgetBuffer()];
        SpillArea area = new SpillArea(List.of(origin), coding);
        try (RunFileWriter writer = new RunFileWriter(area, "run", PARTITIONS, buffer)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                List<ByteRecord> run = new ArrayList<>();
                for (int i = 0; partition != 2 && i < count; i++) {
                    byte[] value = new byte[random.nextInt(i == 7 ? 20_000 : 40)];
                    random.nextBytes(value);
                    ByteRecord record = ByteRecord.of("key" + (1000 + i), "");
                    writer.write(
                            partition,
                            record.key(),
                            0,
                            record.key().length,
                            value,
                            0,
                            value.length);
                    run.add(new ByteRecord(record.key(), value));
                }
                records.add(run);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            writer.finish().writeContentsTo(new DataOutputStream(bytes));
            return bytes.toByteArray();
        }
    }

    private static int budgetBuffer() {
        try (MemoryBudget memory = budget(10)) {
            return memory.diskBufferBytes();
        }
    }

    private static MemoryBudget budget(int slabs) {
        return new MemoryBudget((long) slabs * SLAB, SLAB, 0);
    }

    private SpillArea area() {
        return new SpillArea(List.of(directory), SpillCoding.PLAIN);
    }

    private RunSource take(byte[] told, MemoryBudget memory, SlabKind kind) throws IOException {
        return RunSource.readFrom(
                new DataInputStream(new ByteArrayInputStream(told)),
                new RunIntake(TestMemory.of(memory), kind, area(), "map-3.0"));
    }

    private void assertReadsAs(RunSource runs, MemoryBudget memory) throws IOException {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(read(runs, partition, memory)).isEqualTo(records.get(partition));
        }
    }

    private static List<ByteRecord> read(RunSource runs, int partition, MemoryBudget memory)
            throws IOException {
        List<ByteRecord> read = new ArrayList<>();
        try (RecordCursor cursor =
                runs.cursor(
                        partition, ByteKeyOrder.withPrefix(), new byte[memory.diskBufferBytes()])) {
            while (cursor.next()) {
                read.add(ByteRecord.copyOf(cursor));
            }
        }
        return read;
    }

    private void assertNothingLeft(MemoryBudget memory) throws IOException {
        assertThat(memory.heldBytes()).isZero();
        assertThat(files(directory)).isEmpty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
