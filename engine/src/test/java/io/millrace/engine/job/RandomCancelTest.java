package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
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

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"pull, 1", "push, 2", "hybrid, 3"})
    void cancellingAtAnyMomentLeavesNothingBehind(String shuffle, long seed) throws Exception {
        Random random = new Random(seed);
        var settings = Map.of("millrace.memory.max", "1m", "millrace.shuffle.kind", shuffle);
        try (EngineFixture fixture = EngineFixture.open(temp, settings)) {
            for (int round = 0; round < 40; round++) {
                cancelSomewhere(fixture, random, shuffle + ", seed " + seed + ", round " + round);
            }
            ByteJob after = fixture.job("after").numberedSplits(20).reducers(3);
            fixture.run(after);
            assertThat(after.outputs()).hasSize(20);
        }
    }

    private static void cancelSomewhere(EngineFixture fixture, Random random, String what) throws Exception {
        // A job comes by here twice for each record and once for each of its nine commits.
        AtomicInteger countdown = new AtomicInteger(random.nextInt(2 * SPLITS * RECORDS + 20));
        CompletableFuture<JobExecution> execution = new CompletableFuture<>();
        ByteJob.Hook maybe = id -> {
            if (countdown.getAndDecrement() == 0) {
                execution.get().cancel("at random");
            }
        };
        ByteJob job = fixture.job("random").reducers(3)
                .at(Point.MAP_EMITTED, maybe)
                .at(Point.MAP_COMMITTING, maybe)
                .at(Point.REDUCE_READ, maybe)
                .at(Point.REDUCE_COMMITTING, maybe);
        for (int task = 0; task < SPLITS; task++) {
            long splitSeed = random.nextLong();
            job.split(out -> {
                Random keys = new Random(splitSeed);
                for (int i = 0; i < RECORDS; i++) {
                    out.emit(Integer.toString(keys.nextInt()).getBytes(StandardCharsets.UTF_8), new byte[400]);
                }
            });
        }
        execution.complete(fixture.start(job));
        try {
            execution.get().await();
            assertThat(job.outputs()).as(what).hasSize(SPLITS * RECORDS);
        } catch (JobCancelledException e) {
            assertThat(e).as(what).hasMessage("at random");
        }
        fixture.assertNothingHeld();
    }
}
