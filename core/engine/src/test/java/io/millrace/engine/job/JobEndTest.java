package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.testing.Recorded;
import io.millrace.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How jobs and attempts are ended from outside, and what becomes of threads that do not end. */
class JobEndTest {

    private static final AttemptId FIRST = new AttemptId(TaskKind.MAP, 0, 0);
    private static final Duration SHORT = Duration.ofMillis(20);

    @TempDir Path temp;

    private EngineFixture fixture;
    private final CountDownLatch never = new CountDownLatch(1);

    @BeforeEach
    void open() {
        fixture = EngineFixture.open(temp, Map.of("millrace.memory.max", "8m"));
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    /** The engine runs a job, and as many tasks at once as ever. */
    private void assertUsable() throws Exception {
        CountDownLatch atOnce = new CountDownLatch(3);
        ByteJob job =
                fixture.job("usable")
                        .numberedSplits(10)
                        .reducers(2)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    atOnce.countDown();
                                    if (!atOnce.await(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                                        throw new AssertionError(
                                                "fewer than three map tasks run at once");
                                    }
                                });
        fixture.run(job);
        assertThat(job.outputs()).hasSize(10);
    }

    @Test
    void aCancelledJobThrowsTheReasonAndInterruptsItsAttempts() throws Exception {
        Recorded recorded = new Recorded();
        CountDownLatch started = new CountDownLatch(3);
        ByteJob job =
                fixture.job("cancelled")
                        .numberedSplits(20)
                        .reducers(1)
                        .toldTo(recorded)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    started.countDown();
                                    never.await();
                                });
        JobExecution execution = fixture.start(job);
        started.await();
        execution.cancel("no longer wanted");
        assertThatThrownBy(execution::await)
                .isInstanceOf(JobCancelledException.class)
                .hasMessage("no longer wanted");
        assertThat(recorded.events())
                .hasSize(6)
                .filteredOn(event -> event.endsWith("killed: no longer wanted"))
                .hasSize(3);
        assertThat(job.committed()).isEmpty();
        fixture.assertNothingHeld();
        assertUsable();
    }

    @Test
    void anAttemptThatLosesItsInterruptIsInterruptedAgain() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        ByteJob job =
                fixture.job("forgetful")
                        .numberedSplits(1)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    started.countDown();
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        // As Hadoop's Shell, which logs it and goes on.
                                    }
                                    never.await();
                                });
        JobExecution execution = fixture.start(job);
        started.await();
        execution.cancel("stop");
        assertThatThrownBy(execution::await).isInstanceOf(JobCancelledException.class);
        assertThat(abandoned()).isZero();
        fixture.assertNothingHeld();
    }

    @Test
    void cancellingAJobThatHasEndedChangesNothing() throws Exception {
        JobExecution execution = fixture.start(fixture.job("ended").numberedSplits(1));
        execution.await();
        execution.cancel("late");
        execution.await();
    }

    @ParameterizedTest
    @CsvSource({"true, failed: too slow", "false, killed: too slow"})
    void anEndedAttemptIsTriedAgain(boolean countsAsFailure, String event) throws Exception {
        Recorded recorded = new Recorded();
        CountDownLatch started = new CountDownLatch(1);
        ByteJob job =
                fixture.job("slow")
                        .numberedSplits(2)
                        .reducers(1)
                        .retried(2, 0)
                        .toldTo(recorded)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    if (id.equals(FIRST)) {
                                        started.countDown();
                                        never.await();
                                    }
                                });
        JobExecution execution = fixture.start(job);
        started.await();
        assertThat(execution.endAttempt(FIRST, countsAsFailure, "too slow")).isTrue();
        execution.await();
        assertThat(recorded.events())
                .containsSubsequence("map-0.0 started", "map-0.0 " + event, "map-0.1 succeeded");
        assertThat(execution.endAttempt(FIRST, true, "again")).isFalse();
    }

    @Test
    void killedAttemptsDoNotCountAgainstTheTask() throws Exception {
        CompletableFuture<JobExecution> execution = new CompletableFuture<>();
        ByteJob job =
                fixture.job("killed")
                        .numberedSplits(1)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    if (id.attempt() < 5) {
                                        execution.get().endAttempt(id, false, "moved");
                                    }
                                });
        execution.complete(fixture.start(job));
        execution.get().await();
        assertThat(job.committed()).containsExactly(new AttemptId(TaskKind.MAP, 0, 5));
    }

    @Test
    void endedAttemptsThatCountFailTheTaskWithTheReason() throws Exception {
        CompletableFuture<JobExecution> execution = new CompletableFuture<>();
        ByteJob job =
                fixture.job("timeout")
                        .numberedSplits(1)
                        .retried(2, 0)
                        .at(
                                Point.MAP_STARTED,
                                id ->
                                        execution
                                                .get()
                                                .endAttempt(id, true, "timed out after 600 s"));
        execution.complete(fixture.start(job));
        assertThatThrownBy(execution.get()::await)
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("map-0.1")
                .hasMessageContaining("timed out after 600 s");
    }

    @Test
    void anAttemptThatCommitsIsNotInterruptedAndItsJobWaits() throws Exception {
        CountDownLatch committing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Recorded recorded = new Recorded();
        ByteJob job =
                fixture.job("commits")
                        .numberedSplits(1)
                        .toldTo(recorded)
                        .at(
                                Point.MAP_COMMITTING,
                                id -> {
                                    committing.countDown();
                                    try {
                                        go.await();
                                    } catch (InterruptedException e) {
                                        interrupted.set(true);
                                    }
                                });
        JobExecution execution = fixture.start(job);
        committing.await();
        execution.cancel("no longer wanted");
        assertThat(fixture.engine().idle()).isFalse();
        go.countDown();
        assertThatThrownBy(execution::await).isInstanceOf(JobCancelledException.class);
        assertThat(interrupted).isFalse();
        assertThat(recorded.events()).containsExactly("map-0.0 started", "map-0.0 succeeded");
    }

    @Test
    void aCancelledAttemptThatGoesOnMayNotCommit() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ByteJob job =
                fixture.job("stubborn")
                        .numberedSplits(1)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    started.countDown();
                                    Uninterrupted.await(go);
                                });
        JobExecution execution = fixture.start(job);
        started.await();
        execution.endAttempt(FIRST, true, "stop");
        go.countDown();
        assertThatThrownBy(execution::await).isInstanceOf(JobFailedException.class);
        assertThat(job.committed()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aMapThreadThatIgnoresItsEndIsLeftBehind(int reducers) throws Exception {
        CountDownLatch started = new CountDownLatch(3);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger aborted = new AtomicInteger();
        ByteJob job =
                fixture.job("stuck")
                        .numberedSplits(3)
                        .reducers(reducers)
                        .exitTimeout(SHORT)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    started.countDown();
                                    Uninterrupted.await(release);
                                })
                        .at(Point.MAP_ABORTED, id -> aborted.incrementAndGet());
        JobExecution execution = fixture.start(job);
        started.await();
        execution.cancel("stop");
        assertThatThrownBy(execution::await).isInstanceOf(JobCancelledException.class);
        assertThat(aborted.get()).isEqualTo(3);
        assertUsable();
        assertThat(abandoned()).isEqualTo(3);
        release.countDown();
        Await.until("the abandoned threads end", () -> abandoned() == 0);
        Await.until("their memory is back", () -> fixture.engine().memoryHeldBytes() == 0);
        assertThat(job.committed()).isEmpty();
        assertThat(aborted.get()).isEqualTo(3);
    }

    private static long abandoned() {
        return EngineFixture.threads().stream().filter(name -> name.endsWith("-abandoned")).count();
    }

    @ParameterizedTest
    @CsvSource({"MAP_EMITTED, map", "REDUCE_READ, reduce"})
    void theTaskOfAThreadLeftBehindIsTriedAgain(Point point, String kind) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AttemptId stuck = new AttemptId(kind.equals("map") ? TaskKind.MAP : TaskKind.REDUCE, 0, 0);
        ByteJob job =
                fixture.job("stuck")
                        .numberedSplits(5)
                        .reducers(1)
                        .exitTimeout(SHORT)
                        .at(
                                point,
                                id -> {
                                    if (id.equals(stuck)) {
                                        started.countDown();
                                        Uninterrupted.await(release);
                                    }
                                });
        JobExecution execution = fixture.start(job);
        started.await();
        assertThat(execution.endAttempt(stuck, false, "moved")).isTrue();
        execution.await();
        assertThat(job.output(0)).hasSize(5);
        assertThat(job.committed())
                .contains(new AttemptId(stuck.kind(), 0, 1))
                .doesNotContain(stuck);
        release.countDown();
        Await.until("its memory is back", () -> fixture.engine().memoryHeldBytes() == 0);
        Await.until("the abandoned thread ends", () -> abandoned() == 0);
        assertThat(job.output(0)).hasSize(5);
    }

    @Test
    void aSortThatIgnoresItsEndIsLeftBehind() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ByteJob job =
                fixture.job("stuck")
                        .numberedSplits(3)
                        .reducers(1)
                        .exitTimeout(SHORT)
                        .split(List.of(ByteRecord.of("a", "1"), ByteRecord.of("b", "2")))
                        .orderedBy(() -> new StuckOrder(started, release));
        JobExecution execution = fixture.start(job);
        started.await();
        execution.cancel("stop");
        assertThatThrownBy(execution::await).isInstanceOf(JobCancelledException.class);
        assertUsable();
        assertThat(abandoned()).isPositive();
        release.countDown();
        Await.until("the abandoned threads end", () -> abandoned() == 0);
        Await.until("their memory is back", () -> fixture.engine().memoryHeldBytes() == 0);
    }

    /** A user's comparator that does not come back. */
    private record StuckOrder(CountDownLatch started, CountDownLatch release) implements KeyOrder {

        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            started.countDown();
            Uninterrupted.await(release);
            return 0;
        }

        @Override
        public boolean prefixed() {
            return false;
        }

        @Override
        public long prefix(byte[] key, int offset, int length) {
            return 0;
        }

        @Override
        public boolean prefixDecides(long prefix) {
            return false;
        }

        @Override
        public boolean distinguishesBytes() {
            return false;
        }
    }

    @Test
    void aCommitThatDoesNotEndFailsTheJobRatherThanBeTriedAgain() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ByteJob job =
                fixture.job("hung")
                        .numberedSplits(1)
                        .retried(4, 0)
                        .exitTimeout(SHORT)
                        .at(
                                Point.MAP_COMMITTING,
                                id -> {
                                    started.countDown();
                                    Uninterrupted.await(release);
                                });
        JobExecution execution = fixture.start(job);
        started.await();
        execution.endAttempt(FIRST, true, "timed out");
        assertThatThrownBy(execution::await)
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("map-0.0")
                .hasMessageContaining("it was committing");
        release.countDown();
    }

    @Test
    void anAbortThatHangsDoesNotHoldUpTheJob() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ByteJob job =
                fixture.job("hangs")
                        .numberedSplits(1)
                        .exitTimeout(SHORT)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    started.countDown();
                                    never.await();
                                })
                        .at(Point.MAP_ABORTED, id -> Uninterrupted.await(release));
        JobExecution execution = fixture.start(job);
        started.await();
        execution.cancel("stop");
        assertThatThrownBy(execution::await).isInstanceOf(JobCancelledException.class);
        release.countDown();
    }

    @Test
    void aWaiterThatIsInterruptedDoesNotEndTheJob() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        JobExecution execution =
                fixture.start(
                        fixture.job("waits")
                                .numberedSplits(1)
                                .at(Point.MAP_STARTED, id -> go.await()));
        Thread.currentThread().interrupt();
        assertThatThrownBy(execution::await).isInstanceOf(InterruptedException.class);
        go.countDown();
        execution.await();
    }

    @Test
    void closingTheEngineCancelsItsJobs() throws Exception {
        Engine engine = Engine.open(Map.of("millrace.memory.max", "8m")::get);
        CountDownLatch started = new CountDownLatch(1);
        ByteJob job =
                fixture.job("open")
                        .numberedSplits(1)
                        .reducers(1)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    started.countDown();
                                    never.await();
                                });
        JobExecution execution = engine.start(job, engine.plan(job.shape(), key -> null));
        started.await();
        engine.close();
        assertThatThrownBy(execution::await)
                .isInstanceOf(JobCancelledException.class)
                .hasMessage("the engine was closed");
        assertThat(engine.memoryHeldBytes()).isZero();
    }
}
