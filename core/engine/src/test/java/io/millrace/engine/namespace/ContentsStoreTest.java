package io.millrace.engine.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.testing.TestMemory;
import io.millrace.testing.Await;
import io.millrace.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("jdk")
class ContentsStoreTest {

    @TempDir Path directory;

    /** A file, the same bytes in an array, and whoever appends to both. */
    private record Pair(Contents contents, ContentsWriter writer, ByteArrayOutputStream same) {}

    @ParameterizedTest
    @EnumSource(
            value = SlabKind.class,
            names = {"HEAP", "NATIVE"})
    void filesHaveTheBytesThatWereWrittenHoweverLittleMemoryThereIs(SlabKind kind)
            throws Exception {
        Random random = Seeds.random("contents " + kind);
        StoreFixture fixture = new StoreFixture(directory);
        for (int slabs : new int[] {3, 10, 1000}) {
            MemoryBudget budget = StoreFixture.budget(slabs);
            MemoryBudget next = StoreFixture.budget(slabs + 1);
            fixture.store.attach(budget, kind);
            List<Pair> files = new ArrayList<>();
            for (int step = 0; step < 600; step++) {
                if (step == 300) { // an engine closes and another opens while files are written
                    fixture.store.detach();
                    assertThat(budget.heldBytes()).as(Seeds.line()).isZero();
                    fixture.store.attach(next, kind);
                }
                step(random, fixture.store, files);
            }
            for (Pair file : files) {
                file.writer().close();
                assertThat(StoreFixture.read(file.contents()))
                        .as(Seeds.line())
                        .isEqualTo(file.same().toByteArray());
                file.contents().delete();
            }
            assertThat(next.heldBytes()).as(Seeds.line()).isZero();
            assertThat(fixture.store.heldBytes()).as(Seeds.line()).isZero();
            assertThat(fixture.spillFiles()).as(Seeds.line()).isEmpty();
            fixture.store.detach();
        }
    }

    /** Makes a file, appends to one, or reads somewhere in one. */
    private static void step(Random random, ContentsStore store, List<Pair> files)
            throws IOException {
        if (files.isEmpty() || random.nextInt(20) == 0) {
            Contents made = store.newContents();
            files.add(new Pair(made, made.write(), new ByteArrayOutputStream()));
        }
        Pair file = files.get(random.nextInt(files.size()));
        if (random.nextBoolean()) {
            byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 100_000 : 3000)];
            random.nextBytes(bytes);
            file.writer().write(bytes, 0, bytes.length);
            file.same().writeBytes(bytes);
        } else if (file.same().size() > 0) {
            byte[] expected = file.same().toByteArray();
            int from = random.nextInt(expected.length);
            int to = from + random.nextInt(expected.length - from);
            byte[] found = new byte[to - from];
            try (ContentsReader reader = file.contents().read()) {
                StoreFixture.readFully(reader, from, found, found.length);
            }
            assertThat(found).isEqualTo(Arrays.copyOfRange(expected, from, to));
        }
    }

    @Test
    void filesAreReadAndWrittenByManyAtOnceWhileMemoryIsShort() throws Exception {
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(6);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents shared = fixture.store.newContents();
        byte[] bytes = new byte[10 * StoreFixture.SPAN];
        new Random(1).nextBytes(bytes);
        StoreFixture.write(shared, bytes);
        Callable<Boolean> work =
                () -> {
                    for (int i = 0; i < 40; i++) {
                        Contents own = fixture.store.newContents();
                        StoreFixture.write(own, bytes);
                        assertThat(StoreFixture.read(own)).isEqualTo(bytes);
                        assertThat(StoreFixture.read(shared)).isEqualTo(bytes);
                        own.delete();
                    }
                    return true;
                };
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (Future<Boolean> each : threads.invokeAll(List.of(work, work, work, work))) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        shared.delete();
        assertThat(budget.heldBytes()).isZero();
        assertThat(fixture.spillFiles()).isEmpty();
    }

    @Test
    void whoeverNeedsMemoryGetsThatOfFilesTheLeastRecentlyUsedFirst() throws Exception {
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(8);
        fixture.store.attach(budget, SlabKind.HEAP);
        byte[] bytes = new byte[3 * StoreFixture.SPAN - 100];
        Contents old = fixture.store.newContents();
        StoreFixture.write(old, bytes);
        Contents recent = fixture.store.newContents();
        StoreFixture.write(recent, bytes);

        long whole = recent.memoryBytes();

        List<Slab> taken =
                new ArrayList<>(TestMemory.of(budget).take(SlabKind.HEAP, 2, budget.slabBytes()));
        taken.addAll(TestMemory.of(budget).take(SlabKind.HEAP, 2, budget.slabBytes()));

        assertThat(old.memoryBytes()).isLessThan(whole);
        assertThat(recent.memoryBytes()).isEqualTo(whole);
        assertThat(StoreFixture.read(old)).isEqualTo(bytes);
        taken.forEach(Slab::close);
        old.delete();
        recent.delete();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void withoutAnEngineBytesAreOnDisk() throws IOException {
        StoreFixture fixture = new StoreFixture(directory);
        byte[] bytes = new byte[3 << 20];
        new Random(2).nextBytes(bytes);
        Contents contents = fixture.store.newContents();

        StoreFixture.write(contents, bytes);

        assertThat(contents.memoryBytes()).isZero();
        assertThat(StoreFixture.read(contents)).isEqualTo(bytes);
        contents.delete();
        assertThat(fixture.spillFiles()).isEmpty();
    }

    @Test
    void aSmallFileTakesLittleMemory() throws IOException {
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(10);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents small = fixture.store.newContents();
        StoreFixture.write(small, new byte[100]);
        Contents more = fixture.store.newContents();
        StoreFixture.write(more, new byte[StoreFixture.SPAN + 100]);

        assertThat(budget.heldBytes()).isLessThanOrEqualTo(StoreFixture.SPAN + 3 * 4096);
        small.delete();
        more.delete();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void aDeletedFileStaysUntilItsLastReaderIsClosed() throws IOException {
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(10);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents contents = fixture.store.newContents();
        StoreFixture.write(contents, new byte[] {1, 2, 3});
        byte[] found = new byte[3];
        try (ContentsReader reader = contents.read()) {
            contents.delete();
            StoreFixture.readFully(reader, 0, found, 3);
            assertThat(budget.heldBytes()).isPositive();
        }

        assertThat(found).containsExactly(1, 2, 3);
        assertThat(budget.heldBytes()).isZero();
        assertThatThrownBy(contents::read).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void bytesThatAreLentStayWhereTheyLieUntilTheReaderGoesOn() throws Exception {
        byte[] bytes = new byte[5 * StoreFixture.SPAN];
        new Random(1).nextBytes(bytes);
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(10);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents contents = fixture.store.newContents();
        StoreFixture.write(contents, bytes);
        try (ContentsReader reader = contents.read()) {
            Lent first = reader.lend(10);
            assertThat(first).isNotNull();
            long all = fixture.store.heldBytes();
            while (fixture.store.reclaim() > 0) {} // all but what is lent goes to disk
            assertThat(fixture.store.heldBytes()).isPositive().isLessThan(all);
            assertThat(fixture.store.reclaimableBytes()).isZero();
            int length = first.end() - first.at();
            assertThat(Arrays.copyOfRange(first.bytes(), first.at(), first.end()))
                    .isEqualTo(Arrays.copyOfRange(bytes, 10, 10 + length));
            assertThat(reader.lend(10 + length)).as("what is on disk").isNull();
            assertThat(fixture.store.reclaimableBytes()).isEqualTo(fixture.store.heldBytes());
            assertThat(reader.lend(10)).isNotNull();
            assertThat(reader.lend(bytes.length)).as("at the end").isNull();
            assertThat(reader.lend(10)).isNotNull();
        }
        assertThat(fixture.store.reclaim()).isPositive();
        assertThat(StoreFixture.read(contents)).isEqualTo(bytes);
        contents.delete();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void aWriterGoesOnBesideBytesThatAreLent() throws Exception {
        byte[] bytes = new byte[StoreFixture.SPAN];
        new Random(2).nextBytes(bytes);
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(10);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents contents = fixture.store.newContents();
        try (ContentsWriter writer = contents.write()) {
            writer.write(bytes, 0, 100);
            try (ContentsReader reader = contents.read()) {
                Lent lent = reader.lend(0);
                assertThat(lent).isNotNull();
                assertThat(lent.end() - lent.at()).isEqualTo(100);
                writer.write(bytes, 100, bytes.length - 100);
                assertThat(Arrays.copyOfRange(lent.bytes(), lent.at(), lent.end()))
                        .isEqualTo(Arrays.copyOf(bytes, 100));
            }
        }
        assertThat(StoreFixture.read(contents)).isEqualTo(bytes);
        contents.delete();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void aReaderThatWasForgottenHoldsNoDeletedFile() throws Exception {
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(10);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents contents = fixture.store.newContents();
        StoreFixture.write(contents, new byte[100]);
        assertThat(contents.read().length()).isEqualTo(100);
        contents.delete();

        Await.until(
                "the collector has found the reader",
                () -> {
                    System.gc();
                    return budget.heldBytes() == 0;
                });
    }

    @Test
    void aWriterOfADeletedFileIsToldAndHoldsNothing() throws IOException {
        StoreFixture fixture = new StoreFixture(directory);
        MemoryBudget budget = StoreFixture.budget(10);
        fixture.store.attach(budget, SlabKind.HEAP);
        Contents contents = fixture.store.newContents();
        ContentsWriter writer = contents.write();
        writer.write(new byte[10], 0, 10);
        contents.delete();

        assertThatThrownBy(() -> writer.write(new byte[10], 0, 10))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("deleted");
        assertThat(budget.heldBytes()).isZero();
        writer.close();
    }

    @Test
    void damageOnDiskIsFoundOut() throws IOException {
        StoreFixture fixture = new StoreFixture(directory);
        Contents contents = fixture.store.newContents();
        StoreFixture.write(contents, new byte[100_000]);
        Path file = fixture.spillFiles().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[50_000]++;
        Files.write(file, bytes);

        assertThatThrownBy(() -> StoreFixture.read(contents))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("checksum is wrong");
        contents.delete();
    }

    @Test
    void onlyOneWritesAtATime() throws IOException {
        StoreFixture fixture = new StoreFixture(directory);
        Contents contents = fixture.store.newContents();
        try (ContentsWriter writer = contents.write()) {
            writer.write(new byte[1], 0, 1);
            assertThatThrownBy(contents::write)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("being written");
        }
        try (ContentsWriter again = contents.write()) {
            again.write(new byte[] {7}, 0, 1);
        }
        assertThat(StoreFixture.read(contents)).containsExactly(0, 7);
        contents.delete();
    }
}
