package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.engine.testing.EngineFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that spill, cancelled at a moment that a seed decides. */
class RandomCancelTest {

    private static final int SPLITS = 6;
    private static final int RECORDS = 500;
    private static final int KEYS = 1000;
    private static final int VALUE = 400;
    private static final int ROUNDS = 10;

    @TempDir Path temp;

    @ParameterizedTest
    @CsvSource({
        "pull, none, heap, 1",
        "push, none, native, 2",
        "hybrid, none, heap, 3",
        "pull, partial, heap, 7",
        "pull, hash, native, 4",
        "push, sort, heap, 5",
        "hybrid, hash, heap, 6"
    })
    void cancellingAtAnyMomentLeavesNothingBehind(
            String shuffle, String combining, String slabs, long seed) throws Exception {
        Random random = new Random(seed);
        var settings =
                Map.of(
                        "millrace.memory.max",
                        "1m",
                        "millrace.shuffle.kind",
                        shuffle,
                        "millrace.memory.slab.kind",
                        slabs,
                        "millrace.collector.kind",
                        combining.equals("none") || combining.equals("partial")
                                ? "auto"
                                : combining);
        try (EngineFixture fixture = EngineFixture.open(temp, settings)) {
            for (int round = 0; round < ROUNDS; round++) {
                ByteJob job = fixture.job("random").reducers(3);
                if (combining.equals("partial")) {
                    job.partiallyReducedBy(new ConcatenatingCombiner());
                } else if (!combining.equals("none")) {
                    job.combinedBy(new ConcatenatingCombiner());
                }
                cancelSomewhere(fixture, job, random, "seed " + seed + ", round " + round);
            }
            ByteJob after = fixture.job("after").numberedSplits(20).reducers(3);
            fixture.run(after);
            assertThat(after.outputs()).hasSize(20);
        }
    }

    private static void cancelSomewhere(
            EngineFixture fixture, ByteJob job, Random random, String what) throws Exception {
        // A job comes by here twice for each record and once for each of its nine commits.
        AtomicInteger countdown = new AtomicInteger(random.nextInt(2 * SPLITS * RECORDS + 20));
        CompletableFuture<JobExecution> execution = new CompletableFuture<>();
        ByteJob.Hook maybe =
                id -> {
                    if (countdown.getAndDecrement() == 0) {
                        execution.get().cancel("at random");
                    }
                };
        job.at(Point.MAP_EMITTED, maybe).at(Point.MAP_COMMITTING, maybe);
        job.at(Point.REDUCE_READ, maybe).at(Point.REDUCE_COMMITTING, maybe);
        for (int task = 0; task < SPLITS; task++) {
            long splitSeed = random.nextLong();
            job.split(out -> {
                Random keys = new Random(splitSeed);
                for (int i = 0; i < RECORDS; i++) {
                    out.emit(
                            Integer.toString(keys.nextInt(KEYS)).getBytes(StandardCharsets.UTF_8),
                            new byte[VALUE]);
                }
            });
        }
        execution.complete(fixture.start(job));
        try {
            execution.get().await();
            // However much was combined, all bytes of all values must be there.
            int bytes = job.outputs().stream().mapToInt(record -> record.value().length).sum();
            assertThat(bytes).as(what).isEqualTo(SPLITS * RECORDS * VALUE);
        } catch (JobCancelledException e) {
            assertThat(e).as(what).hasMessage("at random");
        }
        fixture.assertNothingHeld();
    }
}
