package io.millrace.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.BadOrders;
import io.millrace.engine.testing.NumberOrder;
import io.millrace.engine.ties.SegmentMerge;
import io.millrace.engine.ties.SegmentMerge.Spill;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The comparisons of a merge, whatever they answer, and those after a cancellation. */
@Sampled(oneIn = 3)
class MergeBoundTest {

    private static final int RECORDS = 5_000;
    private static final int[] CURSORS = {1, 2, 3, 17, 300};
    private static final int MOST_COMPARISONS = 1_000;

    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
    private long comparisons;

    enum Merge {
        PLAIN {
            @Override
            RecordCursor of(List<RecordCursor> cursors, KeyOrder order, AttemptGuard guard) {
                return PartitionMerge.merged(cursors, order, guard);
            }
        },
        AS_HADOOP {
            @Override
            RecordCursor of(List<RecordCursor> cursors, KeyOrder order, AttemptGuard guard)
                    throws IOException {
                List<Spill> spills =
                        cursors.stream()
                                .map(each -> new Spill(new OutputStatistics(1, 8, 8), () -> each))
                                .toList();
                return new SegmentMerge(order, guard).ofSpills(spills, Integer.MAX_VALUE);
            }
        };

        abstract RecordCursor of(List<RecordCursor> cursors, KeyOrder order, AttemptGuard guard)
                throws IOException;
    }

    @ParameterizedTest
    @EnumSource(BadOrders.class)
    void noOrderTakesMoreThanNLogKComparisonsOrLosesARecord(BadOrders bad) throws IOException {
        for (Merge merge : Merge.values()) {
            for (int count : CURSORS) {
                comparisons = 0;
                List<Integer> merged = new ArrayList<>();
                try (RecordCursor all = merged(merge, count, bad.of(RECORDS))) {
                    while (all.next()) {
                        merged.add(NumberOrder.number(all.keyBytes(), all.keyOffset()));
                    }
                }
                assertThat(merged)
                        .as("%s of %s cursors", merge, count)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, RECORDS).boxed().toList());
                int log = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
                assertThat(comparisons)
                        .as("comparisons of %s of %s cursors", merge, count)
                        .isLessThanOrEqualTo(2L * (RECORDS + count) * log);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Merge.class)
    void aCancelledMergeStopsComparing(Merge merge) throws IOException {
        for (int cancelledAt : new int[] {1, 100, 2_500}) {
            AttemptGuard own = new AttemptGuard(guard.attempt());
            comparisons = 0;
            List<RecordCursor> cursors = cursors(2_000);
            KeyOrder order =
                    new NumberOrder((a, b) -> {
                        if (++comparisons == cancelledAt) {
                            own.revoke();
                        }
                        return -1;
                    });
            try (RecordCursor all = merge.of(cursors, order, own)) {
                assertThatThrownBy(() -> readAll(all)).hasMessageContaining("revoked");
            }
            assertThat(comparisons)
                    .isBetween((long) cancelledAt, (long) cancelledAt + MOST_COMPARISONS);
        }
    }

    private static void readAll(RecordCursor cursor) throws IOException {
        while (cursor.next()) {
            cursor.fetchValue();
        }
    }

    private RecordCursor merged(Merge merge, int count, IntBinaryOperator order)
            throws IOException {
        KeyOrder counted =
                new NumberOrder((a, b) -> {
                    comparisons++;
                    return order.applyAsInt(a, b);
                });
        return merge.of(cursors(count), counted, guard);
    }

    private static List<RecordCursor> cursors(int count) {
        List<RecordCursor> cursors = new ArrayList<>();
        for (int first = 0; first < count; first++) {
            cursors.add(new Numbers(first, count));
        }
        return cursors;
    }

    /** The numbers from one on, in steps. */
    private static final class Numbers extends ArrayCursor {

        private final int step;
        private int next;

        Numbers(int first, int step) {
            this.next = first;
            this.step = step;
        }

        @Override
        public boolean next() {
            if (next >= RECORDS) {
                return false;
            }
            moveTo(NumberOrder.key(next), 0, Integer.BYTES, Integer.BYTES, 0);
            next += step;
            return true;
        }

        @Override
        public long prefix() {
            return 0;
        }

        @Override
        public float progress() {
            return (float) next / RECORDS;
        }

        @Override
        public void close() {}
    }
}
