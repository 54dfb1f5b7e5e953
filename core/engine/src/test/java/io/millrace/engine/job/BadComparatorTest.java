package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.testing.BadOrders;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.testing.NumberOrder;
import io.millrace.testing.Sampled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs whose comparator contradicts itself, and jobs that are cancelled while they compare. */
@Sampled(oneIn = 2)
class BadComparatorTest {

    private static final int SPLITS = 4;
    private static final int RECORDS = 2_500;
    private static final int ALL = SPLITS * RECORDS;

    /** Threads of the engine that may compare at the same time, each up to its next look. */
    private static final int THREADS = 8;

    @TempDir Path temp;

    private final AtomicLong comparisons = new AtomicLong();

    private EngineFixture fixture(String shuffle, String memory) {
        return EngineFixture.open(
                temp,
                Map.of(
                        "millrace.memory.max",
                        memory,
                        "millrace.shuffle.kind",
                        shuffle,
                        "millrace.map.threads",
                        "2",
                        "millrace.sort.threads",
                        "2",
                        "millrace.reduce.threads",
                        "2"));
    }

    private ByteJob job(EngineFixture fixture, String name, IntBinaryOperator order) {
        ByteJob job =
                fixture.job(name)
                        .reducers(2)
                        .partitionedBy((key, count) -> key[Integer.BYTES - 1] & 1)
                        .exitTimeout(Duration.ofHours(1))
                        .orderedBy(() -> new NumberOrder(order));
        for (int split = 0; split < SPLITS; split++) {
            int first = split * RECORDS;
            job.split(out -> {
                for (int i = 0; i < RECORDS; i++) {
                    byte[] number = NumberOrder.key(first + i);
                    out.emit(number, number);
                }
            });
        }
        return job;
    }

    @ParameterizedTest
    @CsvSource({"pull, 64m", "pull, 1m", "push, 64m", "hybrid, 2m"})
    void everyRecordArrivesOnceAfterNLogNComparisons(String shuffle, String memory)
            throws Exception {
        try (EngineFixture fixture = fixture(shuffle, memory)) {
            for (BadOrders bad : BadOrders.values()) {
                if (bad == BadOrders.ADVERSARY) {
                    continue; // it keeps books, which threads cannot share
                }
                comparisons.set(0);
                IntBinaryOperator order = bad.of(ALL);
                ByteJob job =
                        job(
                                fixture,
                                bad.name(),
                                (a, b) -> {
                                    comparisons.incrementAndGet();
                                    return order.applyAsInt(a, b);
                                });
                fixture.run(job);

                assertThat(job.outputs().stream().mapToInt(BadComparatorTest::number).sorted())
                        .as("%s", bad)
                        .containsExactlyElementsOf(IntStream.range(0, ALL).boxed().toList());
                assertThat(comparisons.get())
                        .as("comparisons of %s", bad)
                        .isLessThan((long) (7 * ALL * Math.log(ALL) / Math.log(2)));
            }
        }
    }

    private static int number(ByteRecord record) {
        return NumberOrder.number(record.value(), 0);
    }

    /** The exit timeout is an hour: an attempt that does not look is waited for, and counted. */
    @ParameterizedTest
    @CsvSource({
        "pull, MAP_CREATED, 1",
        "pull, MAP_CREATED, 20000",
        "push, REDUCE_CREATED, 1",
        "push, REDUCE_CREATED, 20000",
        "hybrid, REDUCE_CREATED, 20000",
        "pull, REDUCE_STARTED, 1000"
    })
    void aCancelledJobStopsComparingInEachPhase(String shuffle, Point from, long after)
            throws Exception {
        try (EngineFixture fixture = fixture(shuffle, "64m")) {
            CompletableFuture<JobExecution> execution = new CompletableFuture<>();
            AtomicLong counted = new AtomicLong(Long.MIN_VALUE / 2);
            AtomicLong cancelledAt = new AtomicLong();
            IntBinaryOperator cancelling =
                    (a, b) -> {
                        if (counted.incrementAndGet() == after) {
                            execution.join().cancel("while it compares");
                            cancelledAt.set(counted.get());
                        }
                        return a % 5 < b % 5 ? 1 : -1;
                    };
            ByteJob job =
                    job(fixture, "cancelled", cancelling)
                            .at(from, id -> counted.updateAndGet(now -> Math.max(0, now)));
            execution.complete(fixture.start(job));

            assertThatThrownBy(() -> execution.get().await())
                    .isInstanceOf(JobCancelledException.class)
                    .hasMessage("while it compares");
            assertThat(cancelledAt.get()).isGreaterThanOrEqualTo(after);
            assertThat(counted.get() - cancelledAt.get()).isLessThanOrEqualTo(THREADS * 1_000L);
            fixture.assertNothingHeld();
        }
    }
}
