package io.millrace.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeCursorTest {

    private static final KeyOrder ORDER = ByteKeyOrder.withPrefix();

    /** A key and the cursor that it comes from, in the order of the merge. */
    private record Merged(byte[] key, int cursor) {

        static final Comparator<Merged> BY_KEY_AND_CURSOR =
                Comparator.comparing(Merged::key, Arrays::compareUnsigned)
                        .thenComparingInt(Merged::cursor);
    }

    /** Keys with the same prefix, and with prefixes that differ in the first or last bit alone. */
    private static final long[] PREFIXES = {
        0, 1, 2, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1
    };

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 33})
    void mergesInTheOrderOfKeysAndThenOfCursors(int count) throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            List<List<byte[]>> cursors = cursors(count, new SplittableRandom(seed));
            List<Merged> expected =
                    IntStream.range(0, count)
                            .boxed()
                            .flatMap(i -> cursors.get(i).stream().map(key -> new Merged(key, i)))
                            .sorted(Merged.BY_KEY_AND_CURSOR)
                            .toList();
            assertThat(merged(cursors))
                    .usingRecursiveFieldByFieldElementComparator()
                    .isEqualTo(expected);
        }
    }

    /** The order of an eight-byte number, for instance: equal prefixes are equal keys. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8})
    void keysThatTheirPrefixesDecideAreNotCompared(int count) throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<List<ByteRecord>> runs = runs(count, 20, random);

            List<ByteRecord> merged = new ArrayList<>();
            try (RecordCursor merge = merge(runs, new DecidingPrefix())) {
                while (merge.next()) {
                    merged.add(ByteRecord.copyOf(merge));
                    assertThat(merge.prefix())
                            .isEqualTo(ORDER.prefix(merge.keyBytes(), merge.keyOffset(), 1));
                }
                assertThat(merge.next()).isFalse();
                assertThat(merge.progress()).isEqualTo(1);
            }
            assertThat(merged).isEqualTo(inOrder(runs));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8})
    void aKeyThatIsSaidToBeTheSameIsTheSame(int count) throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            List<List<ByteRecord>> runs = runs(count, 3, new SplittableRandom(seed));
            List<ByteRecord> merged = new ArrayList<>();
            int same = 0;
            try (RecordCursor merge = merge(runs, ORDER)) {
                while (merge.next()) {
                    merged.add(ByteRecord.copyOf(merge));
                    if (merge.sameKey()) {
                        same++;
                        assertThat(merged.get(merged.size() - 2).keyText())
                                .isEqualTo(merged.get(merged.size() - 1).keyText());
                    }
                }
            }
            assertThat(merged).isEqualTo(inOrder(runs));
            assertThat(same).isEqualTo(repeated(runs));
        }
    }

    /** Of many cursors only the one whose turn it is holds a long value. */
    @Test
    void fetchesTheValueOfTheCursorWhoseTurnItIs() throws IOException {
        List<List<ByteRecord>> runs = runs(5, 3, new SplittableRandom(1));
        List<Lazy> lazy = runs.stream().map(Lazy::new).toList();
        List<ByteRecord> merged = new ArrayList<>();
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
        try (RecordCursor merge =
                new MergeCursor(List.<RecordCursor>copyOf(lazy), ORDER, guard, () -> {})) {
            while (merge.next()) {
                merged.add(ByteRecord.copyOf(merge));
                assertThat(lazy.stream().mapToInt(each -> each.fetched).sum())
                        .isEqualTo(merged.size());
            }
        }
        assertThat(merged).isEqualTo(inOrder(runs));
    }

    @Test
    void givesARevokedAttemptNothing() throws IOException {
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
        List<ByteRecord> run = List.of(ByteRecord.of("a", "1"), ByteRecord.of("b", "2"));
        List<RecordCursor> cursors = List.of(new ByteRecords(run, ORDER, () -> {}));
        try (RecordCursor merge = new MergeCursor(cursors, ORDER, guard, () -> {})) {
            assertThat(merge.next()).isTrue();
            guard.revoke();
            assertThatThrownBy(merge::next).hasMessageContaining("revoked");
        }
    }

    private static RecordCursor merge(List<List<ByteRecord>> runs, KeyOrder order) {
        List<RecordCursor> cursors = new ArrayList<>();
        for (List<ByteRecord> run : runs) {
            cursors.add(new ByteRecords(run, order, () -> {}));
        }
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
        return new MergeCursor(cursors, order, guard, () -> {});
    }

    /** Sorted runs of keys of one letter, with values that say where they come from. */
    private static List<List<ByteRecord>> runs(int count, int letters, SplittableRandom random) {
        List<List<ByteRecord>> runs = new ArrayList<>();
        for (int run = 0; run < count; run++) {
            List<String> keys =
                    random.ints(random.nextInt(12), 'a', 'a' + letters)
                            .sorted()
                            .mapToObj(Character::toString)
                            .toList();
            List<ByteRecord> records = new ArrayList<>();
            for (String key : keys) {
                records.add(ByteRecord.of(key, run + "." + records.size()));
            }
            runs.add(records);
        }
        return runs;
    }

    private static List<ByteRecord> inOrder(List<List<ByteRecord>> runs) {
        return runs.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(ByteRecord::keyText))
                .toList();
    }

    /** Records with the key of the one before them in their run. */
    private static int repeated(List<List<ByteRecord>> runs) {
        int count = 0;
        for (List<ByteRecord> run : runs) {
            count += run.size() - (int) run.stream().map(ByteRecord::keyText).distinct().count();
        }
        return count;
    }

    /** Keys of one byte, which must not be compared. */
    private static final class DecidingPrefix implements KeyOrder {
        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            throw new AssertionError("compared");
        }

        @Override
        public boolean prefixed() {
            return true;
        }

        @Override
        public long prefix(byte[] key, int offset, int length) {
            return ORDER.prefix(key, offset, length);
        }

        @Override
        public boolean prefixDecides(long prefix) {
            return true;
        }

        @Override
        public boolean distinguishesBytes() {
            return true;
        }
    }

    /** Records whose values are read on request. */
    private static final class Lazy extends ArrayCursor {

        private final List<ByteRecord> records;
        private int next;
        private int fetched;

        Lazy(List<ByteRecord> records) {
            this.records = records;
        }

        @Override
        public boolean next() {
            if (next == records.size()) {
                return false;
            }
            byte[] key = records.get(next++).key();
            moveTo(key, 0, key.length, key.length, 0);
            return true;
        }

        @Override
        public boolean leavesValues() {
            return true;
        }

        @Override
        public boolean sameKey() {
            return next > 1
                    && records.get(next - 1).keyText().equals(records.get(next - 2).keyText());
        }

        @Override
        public void fetchValue() {
            if (next > fetched) {
                fetched = next;
                ByteRecord record = records.get(next - 1);
                int keyLength = record.key().length;
                byte[] bytes = Arrays.copyOf(record.key(), keyLength + record.value().length);
                System.arraycopy(record.value(), 0, bytes, keyLength, record.value().length);
                moveTo(bytes, 0, keyLength, keyLength, record.value().length);
            }
        }

        @Override
        public long prefix() {
            return ORDER.prefix(keyBytes(), keyOffset(), keyLength());
        }

        @Override
        public float progress() {
            return records.isEmpty() ? 1 : (float) next / records.size();
        }

        @Override
        public void close() {}
    }

    private static List<List<byte[]>> cursors(int count, SplittableRandom random) {
        return Stream.generate(() -> keys(random)).limit(count).toList();
    }

    private static List<byte[]> keys(SplittableRandom random) {
        return Stream.generate(() -> key(random))
                .limit(random.nextInt(12))
                .sorted(Arrays::compareUnsigned)
                .toList();
    }

    private static byte[] key(SplittableRandom random) {
        long prefix = PREFIXES[random.nextInt(PREFIXES.length)];
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(prefix).array();
        return Arrays.copyOf(key, Long.BYTES + random.nextInt(-1, 2));
    }

    private static List<Merged> merged(List<List<byte[]>> cursors) throws IOException {
        List<RecordCursor> sorted = new ArrayList<>();
        for (List<byte[]> keys : cursors) {
            sorted.add(new Keys(keys, sorted.size()));
        }
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
        List<Merged> merged = new ArrayList<>();
        try (MergeCursor merge = new MergeCursor(sorted, ORDER, guard, () -> {})) {
            while (merge.next()) {
                int keyAt = merge.keyOffset();
                merged.add(
                        new Merged(
                                Arrays.copyOfRange(
                                        merge.keyBytes(), keyAt, keyAt + merge.keyLength()),
                                merge.valueBytes()[merge.valueOffset()]));
            }
        }
        return merged;
    }

    /** Records of these keys; their value is the number of the cursor. */
    private static final class Keys extends ArrayCursor {

        private final List<byte[]> keys;
        private final int number;
        private int next;

        Keys(List<byte[]> keys, int number) {
            this.keys = keys;
            this.number = number;
        }

        @Override
        public boolean next() {
            if (next == keys.size()) {
                return false;
            }
            byte[] key = keys.get(next++);
            byte[] record = Arrays.copyOf(key, key.length + 1);
            record[key.length] = (byte) number;
            moveTo(record, 0, key.length, key.length, 1);
            return true;
        }

        @Override
        public long prefix() {
            return ORDER.prefix(keyBytes(), keyOffset(), keyLength());
        }

        @Override
        public float progress() {
            return keys.isEmpty() ? 1 : (float) next / keys.size();
        }

        @Override
        public void close() {}
    }
}
