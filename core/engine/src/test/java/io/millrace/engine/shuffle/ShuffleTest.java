package io.millrace.engine.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.engine.testing.MarkingCombiner;
import io.millrace.testing.Sampled;
import io.millrace.testing.Soak;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Sampled(oneIn = 4)
class ShuffleTest {

    private static final int SEEDS = Soak.cases(1, 5);
    private static final long FIRST_SEED = Long.getLong("millrace.test.seed", 1);

    private static final Comparator<ByteRecord> BY_KEY_AND_VALUE =
            Comparator.comparing(ByteRecord::key, Arrays::compareUnsigned)
                    .thenComparing(ByteRecord::value, Arrays::compareUnsigned);

    @TempDir private Path directory;

    /** Where attempts work that run elsewhere. */
    @TempDir private Path other;

    static Stream<Arguments> setups() {
        List<Arguments> all = new ArrayList<>();
        for (ShuffleKind shuffle :
                List.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID)) {
            for (SlabKind kind : List.of(SlabKind.HEAP, SlabKind.NATIVE)) {
                for (boolean ample : List.of(true, false)) {
                    for (boolean prefixed : List.of(true, false)) {
                        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                            all.add(Arguments.of(shuffle, kind, ample, prefixed, seed));
                        }
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0} {1} ample={2} prefixed={3} -Dmillrace.test.seed={4}")
    @MethodSource("setups")
    void everyRecordArrivesOnceInOrder(
            ShuffleKind shuffle, SlabKind kind, boolean ample, boolean prefixed, long seed)
            throws Exception {
        for (CollectorKind collector : withoutCombiner(shuffle)) {
            RandomShuffle drawn =
                    new RandomShuffle(seed, shuffle, kind, ample, prefixed, collector);
            try (MemoryBudget memory = drawn.newBudget()) {
                List<List<ByteRecord>> read = drawn.run(directory, memory, null);

                assertSame(read, drawn.expected());
                assertNothingLeft(memory);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1} ample={2} prefixed={3} -Dmillrace.test.seed={4}")
    @MethodSource("setups")
    void soDoThoseThatComeFromElsewhereOrGoThere(
            ShuffleKind shuffle, SlabKind kind, boolean ample, boolean prefixed, long seed)
            throws Exception {
        RandomShuffle drawn =
                new RandomShuffle(seed, shuffle, kind, ample, prefixed, CollectorKind.SORT)
                        .partlyElsewhere(other);
        try (MemoryBudget memory = drawn.newBudget()) {
            List<List<ByteRecord>> read = drawn.run(directory, memory, null);

            assertSame(read, drawn.expected());
            assertNothingLeft(memory);
            assertThat(other).isEmptyDirectory();
        }
    }

    @ParameterizedTest(name = "{0} {1} ample={2} prefixed={3} -Dmillrace.test.seed={4}")
    @MethodSource("setups")
    void soDoThoseThatLeaveWhileTheirOutputIsMadeAndComeBack(
            ShuffleKind shuffle, SlabKind kind, boolean ample, boolean prefixed, long seed)
            throws Exception {
        for (Combiner combiner : Arrays.asList(null, new MarkingCombiner())) {
            RandomShuffle drawn =
                    new RandomShuffle(seed, shuffle, kind, ample, prefixed, CollectorKind.SORT)
                            .partlyInBlocks();
            try (MemoryBudget memory = drawn.newBudget()) {
                List<List<ByteRecord>> read = drawn.run(directory, memory, combiner);

                List<List<ByteRecord>> expected = drawn.expected();
                assertSame(read, combiner == null ? expected : MarkingCombiner.marked(expected));
                assertNothingLeft(memory);
            }
        }
    }

    @Sampled(oneIn = 1)
    @ParameterizedTest
    @EnumSource(names = {"PUSH", "HYBRID"})
    void runsThatLackPushedRecordsCannotLeave(ShuffleKind shuffle) throws Exception {
        RandomShuffle drawn =
                new RandomShuffle(1, shuffle, SlabKind.HEAP, true, true, CollectorKind.SORT);
        try (MemoryBudget memory = drawn.newBudget();
                Shuffle opened = drawn.open(memory, directory);
                MapOutput output = opened.openMapOutput(RandomShuffle.mapGuard(0, 0), null)) {
            output.finish();

            assertThatIllegalStateException()
                    .isThrownBy(output::seal)
                    .withMessageContaining("push records to reduce attempts of their process");
            assertThatIllegalStateException().isThrownBy(() -> output.takeBlock(0));
            assertThatIllegalStateException()
                    .isThrownBy(() ->
                            output.writePart(
                                    0,
                                    1,
                                    false,
                                    new DataOutputStream(OutputStream.nullOutputStream())));
        }
    }

    @ParameterizedTest(name = "{0} {1} ample={2} prefixed={3} -Dmillrace.test.seed={4}")
    @MethodSource("setups")
    void combiningKeepsTheSumOfEachKey(
            ShuffleKind shuffle, SlabKind kind, boolean ample, boolean prefixed, long seed)
            throws Exception {
        for (CollectorKind collector : List.of(CollectorKind.SORT, CollectorKind.GROUP)) {
            RandomShuffle drawn =
                    new RandomShuffle(seed, shuffle, kind, ample, prefixed, collector);
            try (MemoryBudget memory = drawn.newBudget()) {
                Combiner combiner = new ConcatenatingCombiner();

                List<List<ByteRecord>> read = drawn.run(directory, memory, combiner);

                assertSame(
                        ConcatenatingCombiner.fold(read),
                        ConcatenatingCombiner.fold(drawn.expected()));
                assertNothingLeft(memory);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1} ample={2} prefixed={3} -Dmillrace.test.seed={4}")
    @MethodSource("setups")
    void everyRecordPassesTheCombinerOnce(
            ShuffleKind shuffle, SlabKind kind, boolean ample, boolean prefixed, long seed)
            throws Exception {
        for (CollectorKind collector : List.of(CollectorKind.SORT, CollectorKind.GROUP)) {
            RandomShuffle drawn =
                    new RandomShuffle(seed, shuffle, kind, ample, prefixed, collector);
            try (MemoryBudget memory = drawn.newBudget()) {
                List<List<ByteRecord>> read = drawn.run(directory, memory, new MarkingCombiner());

                assertSame(read, MarkingCombiner.marked(drawn.expected()));
                assertNothingLeft(memory);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1} ample={2} prefixed={3} -Dmillrace.test.seed={4}")
    @MethodSource("setups")
    void everyRecordPassesTheCombinerAsOftenAsInHadoopWhateverMemoryThereIs(
            ShuffleKind shuffle, SlabKind kind, boolean ample, boolean prefixed, long seed)
            throws Exception {
        for (CollectorKind collector : List.of(CollectorKind.SORT, CollectorKind.GROUP)) {
            RandomShuffle drawn =
                    new RandomShuffle(seed, shuffle, kind, ample, prefixed, collector)
                            .smallSpills();
            try (MemoryBudget memory = drawn.newBudget()) {
                List<List<ByteRecord>> read = drawn.run(directory, memory, new MarkingCombiner());

                assertSame(read, drawn.expectedMarked());
                assertNothingLeft(memory);
            }
        }
    }

    @ParameterizedTest(name = "ample={0} prefixed={1} -Dmillrace.test.seed={2}")
    @MethodSource("setupsAsHadoop")
    void everyRecordArrivesOnceByKeyInHadoopsOrder(boolean ample, boolean prefixed, long seed)
            throws Exception {
        RandomShuffle drawn = asHadoop(ample, prefixed, seed);
        try (MemoryBudget memory = drawn.newBudget()) {
            List<List<ByteRecord>> read = drawn.run(directory, memory, null);

            List<List<ByteRecord>> expected = drawn.expected();
            assertThat(keys(read)).isEqualTo(keys(expected));
            read.forEach(records -> records.sort(BY_KEY_AND_VALUE));
            expected.forEach(records -> records.sort(BY_KEY_AND_VALUE));
            assertSame(read, expected);
            assertNothingLeft(memory);
        }
    }

    @ParameterizedTest(name = "ample={0} prefixed={1} -Dmillrace.test.seed={2}")
    @MethodSource("setupsAsHadoop")
    void combiningInHadoopsOrderKeepsTheKeys(boolean ample, boolean prefixed, long seed)
            throws Exception {
        RandomShuffle drawn = asHadoop(ample, prefixed, seed);
        try (MemoryBudget memory = drawn.newBudget()) {
            List<List<ByteRecord>> read = drawn.run(directory, memory, new ConcatenatingCombiner());

            assertThat(keys(ConcatenatingCombiner.fold(read)))
                    .isEqualTo(keys(ConcatenatingCombiner.fold(drawn.expected())));
            assertNothingLeft(memory);
        }
    }

    static Stream<Arguments> setupsAsHadoop() {
        List<Arguments> all = new ArrayList<>();
        for (boolean ample : List.of(true, false)) {
            for (boolean prefixed : List.of(true, false)) {
                for (long seed = FIRST_SEED; seed < FIRST_SEED + 4L * SEEDS; seed++) {
                    all.add(Arguments.of(ample, prefixed, seed));
                }
            }
        }
        return all.stream();
    }

    private static RandomShuffle asHadoop(boolean ample, boolean prefixed, long seed) {
        return new RandomShuffle(
                        seed, ShuffleKind.PULL, SlabKind.HEAP, ample, prefixed, CollectorKind.SORT)
                .asHadoop();
    }

    private static List<List<String>> keys(List<List<ByteRecord>> partitions) {
        return partitions.stream()
                .map(records ->
                        records.stream().map(record -> Arrays.toString(record.key())).toList())
                .toList();
    }

    /** What the planner may choose for a job without a combiner. */
    private static List<CollectorKind> withoutCombiner(ShuffleKind shuffle) {
        return shuffle == ShuffleKind.PULL
                ? List.of(CollectorKind.SORT, CollectorKind.GROUP)
                : List.of(CollectorKind.SORT);
    }

    private static void assertSame(List<List<ByteRecord>> actual, List<List<ByteRecord>> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int partition = 0; partition < expected.size(); partition++) {
            List<ByteRecord> read = actual.get(partition);
            List<ByteRecord> wanted = expected.get(partition);
            int same = 0;
            while (same < Math.min(read.size(), wanted.size())
                    && read.get(same).equals(wanted.get(same))) {
                same++;
            }
            if (same < Math.max(read.size(), wanted.size())) {
                fail(
                        "partition %d of %d differs at record %d: read %d records, expected %d",
                        partition, expected.size(), same, read.size(), wanted.size());
            }
        }
    }

    private void assertNothingLeft(MemoryBudget memory) throws Exception {
        assertThat(memory.heldBytes()).isZero();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
