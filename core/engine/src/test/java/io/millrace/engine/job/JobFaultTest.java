package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.testing.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What user code throws, and where. */
class JobFaultTest {

    @TempDir Path temp;

    private EngineFixture fixture;

    @BeforeEach
    void open() {
        fixture = EngineFixture.open(temp, Map.of("millrace.memory.max", "8m"));
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    static List<Point> points() {
        return Arrays.stream(Point.values())
                .filter(point -> !point.name().endsWith("_ABORTED"))
                .toList();
    }

    private static void failIf(boolean condition, String text) throws IOException {
        if (condition) {
            throw new IOException(text);
        }
    }

    private static List<String> keys(ByteJob job) {
        return job.outputs().stream().map(ByteRecord::keyText).sorted().toList();
    }

    private void assertUsable() throws Exception {
        fixture.assertNothingHeld();
        ByteJob job = fixture.job("usable").numberedSplits(10).reducers(2);
        fixture.run(job);
        assertThat(job.outputs()).hasSize(10);
    }

    @Test
    void aFailedAttemptIsTriedAgainAndOnlyTheNextOnesOutputCounts() throws Exception {
        Recorded recorded = new Recorded();
        ByteJob job =
                fixture.job("retry")
                        .numberedSplits(3)
                        .reducers(2)
                        .retried(3, 0)
                        .toldTo(recorded)
                        .at(
                                Point.MAP_EMITTED,
                                id -> failIf(id.task() == 1 && id.attempt() < 2, "boom"))
                        .at(Point.REDUCE_ENDED, id -> failIf(id.attempt() == 0, "bang"));
        fixture.run(job);
        assertThat(keys(job)).containsExactly("0", "1", "2");
        assertThat(recorded.events())
                .containsSubsequence(
                        "map-1.0 started",
                        "map-1.0 failed: boom",
                        "map-1.1 started",
                        "map-1.1 failed: boom",
                        "map-1.2 started",
                        "map-1.2 succeeded",
                        "maps ended");
        assertThat(
                        job.committed().stream()
                                .filter(id -> id.kind() == TaskKind.MAP && id.task() == 1))
                .containsExactly(new AttemptId(TaskKind.MAP, 1, 2));
    }

    @Test
    void whatRanOutOfMemoryIsTriedAgainWithNoOtherAttemptBesideIt() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        ByteJob job =
                fixture.job("greedy")
                        .numberedSplits(20)
                        .retried(2, 0)
                        .at(
                                Point.MAP_EMITTED,
                                id -> {
                                    inside.incrementAndGet();
                                    try {
                                        if (id.attempt() == 0 && id.task() < 2) {
                                            both.countDown();
                                            both.await();
                                            throw new OutOfMemoryError("beside another");
                                        }
                                        for (int i = 0; i < 20 && id.attempt() == 1; i++) {
                                            together.addAndGet(inside.get() - 1);
                                            // Leaves the processor to an attempt that would run
                                            // beside this one.
                                            Thread.sleep(1);
                                        }
                                    } finally {
                                        inside.decrementAndGet();
                                    }
                                });
        fixture.run(job);
        assertThat(job.committed()).contains(new AttemptId(TaskKind.MAP, 1, 1)).hasSize(20);
        assertThat(together).hasValue(0);
    }

    @Test
    void aJobWhoseTaskFailsForGoodFailsWithTheUsersException() {
        IOException boom = new IOException("boom");
        ByteJob job =
                fixture.job("fails")
                        .numberedSplits(3)
                        .retried(2, 0)
                        .at(
                                Point.MAP_ENDED,
                                id -> {
                                    if (id.task() == 1) {
                                        throw boom;
                                    }
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasMessage(
                        "job fails failed: attempt map-1.1 failed, the last of 2 for its task: "
                                + "java.io.IOException: boom")
                .cause()
                .isSameAs(boom);
    }

    @Test
    void theRootCauseIsInTheMessage() {
        ByteJob job =
                fixture.job("deep")
                        .numberedSplits(1)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    throw new IllegalArgumentException(
                                            "outer", new IllegalStateException("inner"));
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .hasMessageContaining("IllegalArgumentException: outer")
                .hasMessageContaining("root cause: java.lang.IllegalStateException: inner");
    }

    @Test
    void aFailureEndsWhatElseRuns() {
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        Recorded recorded = new Recorded();
        ByteJob job =
                fixture.job("fast")
                        .numberedSplits(100)
                        .toldTo(recorded)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    if (id.task() == 2) {
                                        started.await();
                                        throw new IllegalStateException("boom");
                                    }
                                    started.countDown();
                                    never.await();
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasRootCauseMessage("boom");
        assertThat(recorded.events()).filteredOn(event -> event.endsWith("started")).hasSize(3);
        assertThat(recorded.events())
                .filteredOn(event -> event.contains("killed: job fast failed"))
                .hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("points")
    void anExceptionAnywhereIsTriedAgain(Point point) throws Exception {
        ByteJob job =
                fixture.job("fault")
                        .numberedSplits(4)
                        .reducers(2)
                        .retried(2, 0)
                        .at(point, id -> failIf(id.attempt() == 0, "at " + point));
        fixture.run(job);
        assertThat(keys(job)).containsExactly("0", "1", "2", "3");
        assertUsable();
    }

    @ParameterizedTest
    @MethodSource("points")
    void anErrorAnywhereFailsTheJobAndLeavesTheEngineUsable(Point point) throws Exception {
        AtomicInteger aborts = new AtomicInteger();
        ByteJob job =
                fixture.job("error")
                        .numberedSplits(4)
                        .reducers(2)
                        .at(Point.MAP_ABORTED, id -> aborts.incrementAndGet())
                        .at(Point.REDUCE_ABORTED, id -> aborts.incrementAndGet())
                        .at(
                                point,
                                id -> {
                                    throw new AssertionError("at " + point);
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("at " + point)
                .hasCauseInstanceOf(AssertionError.class);
        boolean made = point != Point.MAP_CREATED && point != Point.REDUCE_CREATED;
        assertThat(aborts.get() > 0).as("an attempt that was made is aborted").isEqualTo(made);
        assertUsable();
    }

    @Test
    void errorsOfTheJvmFailTheirAttemptOnly() throws Exception {
        ByteJob job =
                fixture.job("errors")
                        .numberedSplits(3)
                        .retried(2, 0)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    if (id.attempt() == 0) {
                                        switch (id.task()) {
                                            case 0 -> overflow(1);
                                            case 1 ->
                                                    throw new OutOfMemoryError("thrown by a test");
                                            default -> throw new NoClassDefFoundError("missing");
                                        }
                                    }
                                });
        fixture.run(job);
        assertThat(keys(job)).containsExactly("0", "1", "2");
    }

    @Test
    void aJobThatFailsForLackOfMemorySaysWhoHoldsIt() throws Exception {
        ByteJob job =
                fixture.job("greedy")
                        .numberedSplits(1)
                        .reducers(1)
                        .at(
                                Point.MAP_EMITTED,
                                id -> {
                                    throw new OutOfMemoryError("thrown by a test");
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("thrown by a test (record memory: ")
                .hasMessageContaining("KB by map output of greedy");
        assertUsable();
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int overflow(int depth) {
        return overflow(depth + 1) + depth;
    }

    @Test
    void anAbortThatThrowsIsNotedWithTheFailure() {
        ByteJob job =
                fixture.job("abort")
                        .numberedSplits(1)
                        .at(Point.MAP_ENDED, id -> failIf(true, "boom"))
                        .at(
                                Point.MAP_ABORTED,
                                id -> {
                                    throw new IllegalStateException("abort failed too");
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .hasRootCauseMessage("boom")
                .satisfies(failure ->
                        assertThat(failure.getCause().getSuppressed())
                                .extracting(Throwable::getMessage)
                                .containsExactly("abort failed too"));
    }

    @Test
    void aListenerThatThrowsFailsItsJobOnly() throws Exception {
        ByteJob job =
                fixture.job("listener")
                        .numberedSplits(3)
                        .toldTo(
                                new JobListener() {
                                    @Override
                                    public void attemptStarted(AttemptId attempt) {
                                        throw new IllegalStateException("listener broke");
                                    }
                                });
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("its listener threw")
                .hasMessageContaining("listener broke");
        assertUsable();
    }

    @Test
    void someTasksMayFail() throws Exception {
        Recorded recorded = new Recorded();
        ByteJob job =
                fixture.job("tolerant")
                        .numberedSplits(10)
                        .reducers(1)
                        .retried(2, 20)
                        .toldTo(recorded)
                        .at(Point.MAP_ENDED, id -> failIf(id.task() < 2, "boom"));
        fixture.run(job);
        assertThat(keys(job)).containsExactly("2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(recorded.events())
                .contains("map-0.1 failed for good: boom", "map-1.1 failed for good: boom");
    }

    @Test
    void oneMoreFailedTaskThanToleratedFailsTheJob() {
        ByteJob job =
                fixture.job("intolerant")
                        .numberedSplits(10)
                        .retried(1, 20)
                        .at(Point.MAP_ENDED, id -> failIf(id.task() < 3, "boom"));
        assertThatThrownBy(() -> fixture.run(job))
                .hasMessageContaining("3 of 10 map tasks failed; 20 % may");
    }

    @Test
    void failedReducersMayBeTolerated() throws Exception {
        ByteJob job =
                fixture.job("tolerant")
                        .numberedSplits(4)
                        .reducers(4)
                        .retried(1, 25)
                        .at(Point.REDUCE_STARTED, id -> failIf(id.task() == 0, "boom"));
        fixture.run(job);
        assertThat(job.output(0)).isEmpty();
        assertThat(job.committed().stream().filter(id -> id.kind() == TaskKind.REDUCE)).hasSize(3);
    }

    @Test
    void anInterruptThatUserCodeLeavesBehindConfusesNobody() throws Exception {
        ByteJob.Hook calm = id -> assertThat(Thread.currentThread().isInterrupted()).isFalse();
        ByteJob.Hook interrupt = id -> Thread.currentThread().interrupt();
        ByteJob job =
                fixture.job("interrupts")
                        .numberedSplits(50)
                        .reducers(3)
                        .at(Point.MAP_STARTED, calm)
                        .at(Point.MAP_ENDED, interrupt)
                        .at(Point.MAP_COMMITTING, calm)
                        .at(Point.REDUCE_STARTED, calm)
                        .at(Point.REDUCE_ENDED, interrupt)
                        .at(Point.REDUCE_COMMITTING, calm);
        fixture.run(job);
        assertThat(job.committed()).hasSize(53);
    }
}
