package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.testing.MarkingCombiner;
import io.millrace.engine.testing.WatchedOrder;
import io.millrace.testing.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comparators and combiners that do not return, on threads that work for an attempt: once the
 * attempt is ended they are left behind with it, others take their place, and what they hold is
 * theirs until they end.
 */
@Timeout(60)
class HungSortTest {

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final List<ByteRecord> TWO =
            List.of(ByteRecord.of("a", "1"), ByteRecord.of("b", "2"));

    @TempDir Path temp;

    /** How many calls still hang; the rest goes through. */
    private final Semaphore hangs = new Semaphore(0);

    private final Semaphore hung = new Semaphore(0);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private void hangPerhaps() {
        if (hangs.tryAcquire()) {
            hung.release();
            Uninterrupted.await(release);
        }
    }

    private ByteJob job(EngineFixture fixture, int splits) {
        ByteJob job =
                fixture.job("hangs")
                        .reducers(1)
                        .exitTimeout(SHORT)
                        .orderedBy(() ->
                                new WatchedOrder(ByteKeyOrder.withoutPrefix(), this::hangPerhaps));
        for (int i = 0; i < splits; i++) {
            job.split(TWO);
        }
        return job;
    }

    private EngineFixture fixture(String shuffle) {
        return EngineFixture.open(
                temp, Map.of("millrace.memory.max", "64m", "millrace.shuffle.kind", shuffle));
    }

    private void awaitEnd(EngineFixture fixture) throws Exception {
        release.countDown();
        Await.until("the abandoned threads end", () -> threads(HungSortTest::isAbandoned) == 0);
        Await.until("their memory is back", () -> fixture.engine().memoryHeldBytes() == 0);
    }

    private static boolean isAbandoned(String thread) {
        return thread.endsWith("-abandoned");
    }

    private static long threads(Predicate<String> which) {
        return EngineFixture.threads().stream().filter(which).count();
    }

    private static void endAll(JobExecution execution, TaskKind kind, int tasks) {
        for (int task = 0; task < tasks; task++) {
            execution.endAttempt(new AttemptId(kind, task, 0), true, "timed out");
        }
    }

    /** As many attempts hang as there are threads that sort. */
    @Test
    void aTaskWhoseSortHangsIsTriedAgainWithAnotherThread() throws Exception {
        try (EngineFixture fixture = fixture("pull")) {
            hangs.release(3);
            ByteJob job = job(fixture, 3).retried(2, 0);
            JobExecution execution = fixture.start(job);
            hung.acquire(3);
            endAll(execution, TaskKind.MAP, 3);
            execution.await();

            assertThat(job.output(0)).hasSize(6);
            assertThat(job.committed())
                    .filteredOn(id -> id.kind() == TaskKind.MAP)
                    .extracting(AttemptId::attempt)
                    .containsOnly(1);
            assertThat(threads(HungSortTest::isAbandoned)).isPositive();
            assertThat(fixture.engine().memoryHeldBytes()).as("memory of hung sorts").isPositive();
            awaitEnd(fixture);
            assertThat(job.output(0)).hasSize(6);
        }
    }

    /** Who waits for the hung sort is not kept waiting by it. */
    @Test
    void theThreadOfAnAttemptWhoseSortHangsEnds() throws Exception {
        try (EngineFixture fixture = fixture("pull")) {
            hangs.release(1);
            JobExecution execution = fixture.start(job(fixture, 1).retried(2, 0));
            hung.acquire();
            execution.endAttempt(new AttemptId(TaskKind.MAP, 0, 0), true, "timed out");
            execution.await();
            Await.until(
                    "only the hung sort is left behind",
                    () ->
                            threads(HungSortTest::isAbandoned) == 1
                                    && threads("millrace-sort-1-abandoned"::equals) == 1);
            awaitEnd(fixture);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pull", "push", "hybrid"})
    void otherJobsGoOnOnceTheAttemptsAreLeftBehind(String shuffle) throws Exception {
        try (EngineFixture fixture = fixture(shuffle)) {
            hangs.release(Integer.MAX_VALUE / 2);
            boolean pull = shuffle.equals("pull"); // else what is pushed is sorted by reduce tasks
            int tasks = pull ? 3 : 2;
            ByteJob job = job(fixture, 3).reducers(pull ? 1 : 2);
            JobExecution execution =
                    fixture.start(job.partitionedBy((key, count) -> key[0] % count));
            hung.acquire(tasks);
            ByteJob other = fixture.job("other").numberedSplits(10).reducers(2);
            JobExecution waiting = fixture.start(other);
            endAll(execution, pull ? TaskKind.MAP : TaskKind.REDUCE, tasks);
            waiting.await();
            assertThat(other.outputs()).hasSize(10);

            assertThatThrownBy(execution::await)
                    .isInstanceOf(JobFailedException.class)
                    .hasMessageContaining("timed out");
            fixture.run(fixture.job("later").numberedSplits(10).reducers(2));
            awaitEnd(fixture);
        }
    }

    @ParameterizedTest
    @CsvSource({"push, REDUCE_CREATED", "hybrid, REDUCE_CREATED", "pull, REDUCE_STARTED"})
    void aReduceTaskWhoseComparatorHangsInItsSortOrMergeIsTriedAgain(String shuffle, Point before)
            throws Exception {
        try (EngineFixture fixture = fixture(shuffle)) {
            ByteJob job = job(fixture, 2).retried(2, 0).at(before, this::hangFirst);
            JobExecution execution = fixture.start(job);
            hung.acquire();
            execution.endAttempt(new AttemptId(TaskKind.REDUCE, 0, 0), true, "timed out");
            execution.await();
            assertThat(job.output(0)).hasSize(4);
            awaitEnd(fixture);
            assertThat(job.output(0)).hasSize(4);
        }
    }

    private void hangFirst(AttemptId attempt) {
        if (attempt.attempt() == 0) {
            hangs.release();
        }
    }

    @Test
    void aTaskWhoseCombinerHangsIsTriedAgain() throws Exception {
        try (EngineFixture fixture = fixture("pull")) {
            hangs.release(1);
            Combiner marking = new MarkingCombiner();
            ByteJob job =
                    fixture.job("combines")
                            .split(TWO)
                            .reducers(1)
                            .retried(2, 0)
                            .exitTimeout(SHORT)
                            .combinedBy((partition, sorted, out) -> {
                                hangPerhaps();
                                marking.combineRun(partition, sorted, out);
                            });
            JobExecution execution = fixture.start(job);
            hung.acquire();
            execution.endAttempt(new AttemptId(TaskKind.MAP, 0, 0), true, "timed out");
            execution.await();
            assertThat(job.outputs()).isEqualTo(MarkingCombiner.marked(List.of(TWO)).get(0));
            awaitEnd(fixture);
        }
    }

    /** The attempt has failed by itself, and waits for its sort before anybody hears of that. */
    @Test
    void anAttemptThatFailedWhileItsSortHangsCanBeEnded() throws Exception {
        try (EngineFixture fixture = fixture("pull")) {
            hangs.release(1);
            CountDownLatch fails = new CountDownLatch(1);
            ByteJob job =
                    fixture.job("fails")
                            .reducers(1)
                            .exitTimeout(SHORT)
                            .orderedBy(() ->
                                    new WatchedOrder(
                                            ByteKeyOrder.withoutPrefix(), this::hangPerhaps))
                            .split(out -> {
                                emitUntilAChunkIsSorted(out);
                                hung.acquire();
                                fails.countDown();
                                throw new IllegalStateException("beside its sort");
                            });
            JobExecution execution = fixture.start(job);
            fails.await();
            AttemptId first = new AttemptId(TaskKind.MAP, 0, 0);
            Await.until(
                    "the attempt undoes what it did",
                    () -> waits("millrace-map-1", "io.millrace.engine.job.MapBody", "undo"));
            assertThat(execution.endAttempt(first, true, "timed out")).isTrue();
            assertThatThrownBy(execution::await)
                    .isInstanceOf(JobFailedException.class)
                    .hasMessageContaining("timed out");
            awaitEnd(fixture);
        }
    }

    private static void emitUntilAChunkIsSorted(ByteJob.Emitter out) throws Exception {
        byte[] value = new byte[1000];
        for (int i = 0; i % 10 != 0 || threads("millrace-sort-1"::equals) == 0; i++) {
            out.emit(Integer.toString(i).getBytes(StandardCharsets.UTF_8), value);
        }
    }

    private static boolean waits(String thread, String type, String method) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals(thread))
                .flatMap(entry -> Arrays.stream(entry.getValue()))
                .anyMatch(frame ->
                        frame.getClassName().equals(type) && frame.getMethodName().equals(method));
    }
}
