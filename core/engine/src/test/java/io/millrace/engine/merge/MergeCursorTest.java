package io.millrace.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
