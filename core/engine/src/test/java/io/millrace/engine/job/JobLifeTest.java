package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.testing.Recorded;
import io.millrace.engine.trace.Phase;
import io.millrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that nothing disturbs, and jobs that cannot begin. */
class JobLifeTest {

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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void everyRecordReachesTheOutputOnce(int reducers) throws Exception {
        ByteJob job = fixture.job("records").numberedSplits(50).reducers(reducers);
        fixture.run(job);
        assertThat(job.outputs())
                .extracting(ByteRecord::keyText)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 50).mapToObj(Integer::toString).toList());
        fixture.assertNothingHeld();
    }

    @Test
    void reducersReadTheirPartitionInKeyOrder() throws Exception {
        ByteJob job =
                fixture.job("order")
                        .reducers(1)
                        .split(List.of(ByteRecord.of("b", "1"), ByteRecord.of("a", "2")))
                        .split(List.of(ByteRecord.of("c", "3"), ByteRecord.of("a", "4")));
        fixture.run(job);
        assertThat(job.output(0)).hasToString("[a=2, a=4, b=1, c=3]");
    }

    @Test
    void aJobWithoutMapTasksStillRunsItsReducers() throws Exception {
        ByteJob job = fixture.job("empty").reducers(2);
        fixture.run(job);
        assertThat(job.committed()).hasSize(2);
        fixture.run(fixture.job("nothing"));
    }

    @Test
    void theListenerIsToldInOrder() throws Exception {
        Recorded recorded = new Recorded();
        fixture.run(fixture.job("told").numberedSplits(1).reducers(1).toldTo(recorded));
        assertThat(recorded.events())
                .containsExactly(
                        "map-0.0 started",
                        "map-0.0 succeeded",
                        "maps ended",
                        "reduce-0.0 started",
                        "reduce-0.0 succeeded");
        assertThat(recorded.outputRecords()).isEqualTo(1);
    }

    @Test
    void theTraceHasThePhasesOfEachAttempt() throws Exception {
        ByteJob job = fixture.job("traced").numberedSplits(4).reducers(2);
        JobExecution execution = fixture.start(job);
        execution.await();
        var totals = execution.trace().totals();
        assertThat(totals)
                .containsKeys(
                        Phase.MAP, Phase.REDUCE, Phase.SHUFFLE_WAIT, Phase.WAIT, Phase.COMMIT);
        assertThat(totals.get(Phase.MAP).records())
                .isEqualTo(totals.get(Phase.REDUCE).records())
                .isPositive();
        assertThat(totals.get(Phase.MAP).bytes()).isPositive();
        assertThat(execution.trace().spans())
                .filteredOn(span -> span.phase() != Phase.WAIT)
                .extracting(span -> span.phase() + " " + span.who())
                .contains("MAP map-3.0", "REDUCE reduce-1.0", "COMMIT map-0.0", "COMMIT reduce-0.0")
                .doesNotHaveDuplicates();
    }

    @Test
    void jobsOfAProcessDoNotDisturbEachOther() throws Exception {
        List<ByteJob> jobs = new ArrayList<>();
        List<JobExecution> executions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "job" + i;
            boolean fails = i % 5 == 4;
            ByteJob job =
                    fixture.job(name)
                            .reducers(2)
                            .at(
                                    Point.MAP_ENDED,
                                    id -> {
                                        if (fails) {
                                            throw new IllegalStateException(name + " broke");
                                        }
                                    });
            for (int task = 0; task < 5; task++) {
                job.split(List.of(ByteRecord.of(name, Integer.toString(task))));
            }
            jobs.add(job);
            executions.add(fixture.start(job));
        }
        for (int i = 0; i < 20; i++) {
            if (i % 5 == 4) {
                assertThatThrownBy(executions.get(i)::await)
                        .hasRootCauseMessage("job" + i + " broke");
            } else {
                executions.get(i).await();
                assertThat(jobs.get(i).outputs())
                        .hasSize(5)
                        .extracting(ByteRecord::keyText)
                        .containsOnly("job" + i);
            }
        }
    }

    @Test
    void aSmallJobTakesTurnsWithALargeOne() throws Exception {
        try (EngineFixture narrow = EngineFixture.open(temp, Map.of("millrace.map.threads", "1"))) {
            AtomicInteger largeStarted = new AtomicInteger();
            AtomicInteger largeBeforeSmall = new AtomicInteger();
            ByteJob large =
                    narrow.job("large")
                            .numberedSplits(500)
                            .at(
                                    Point.MAP_STARTED,
                                    id -> {
                                        if (largeStarted.getAndIncrement() == 0) {
                                            Await.until(
                                                    "the small job waits for its tasks",
                                                    () -> waits("millrace-job-small"));
                                        }
                                    });
            ByteJob small =
                    narrow.job("small")
                            .numberedSplits(5)
                            .at(Point.MAP_STARTED, id -> largeBeforeSmall.set(largeStarted.get()));
            JobExecution execution = narrow.start(large);
            Await.until("the large job has the only thread", () -> largeStarted.get() > 0);
            narrow.run(small);
            execution.await();
            assertThat(largeBeforeSmall.get()).isBetween(1, 6);
        }
    }

    private static boolean waits(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(one ->
                        one.getName().equals(thread) && one.getState() == Thread.State.WAITING);
    }

    @Test
    void aKeyOrderThatCannotBeMadeFailsTheJob() {
        AtomicInteger calls = new AtomicInteger();
        ByteJob job =
                fixture.job("broken")
                        .numberedSplits(2)
                        .reducers(1)
                        .orderedBy(() -> {
                            if (calls.getAndIncrement() == 0) {
                                return ByteKeyOrder.withPrefix(); // for the plan
                            }
                            throw new IllegalStateException("no order");
                        });
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasRootCauseMessage("no order");
    }

    @Test
    void theSpillDirectoryIsTheOwnersOnlyAndGoneAtTheEnd() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        ByteJob job =
                fixture.job("private")
                        .numberedSplits(1)
                        .reducers(1)
                        .at(
                                Point.MAP_STARTED,
                                id -> {
                                    try (Stream<Path> made = Files.list(temp)) {
                                        for (Path path : made.toList()) {
                                            seen.add(
                                                    path.getFileName()
                                                                    .toString()
                                                                    .replaceAll("[0-9]+$", "N")
                                                            + " "
                                                            + PosixFilePermissions.toString(
                                                                    Files.getPosixFilePermissions(
                                                                            path)));
                                        }
                                    }
                                });
        fixture.run(job);
        assertThat(seen).containsExactly("millrace-private-N rwx------");
        fixture.assertNothingHeld();
    }

    @Test
    void aSpillDirectoryThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        ByteJob job = ByteJob.named("nowhere", file).numberedSplits(1).reducers(1);
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("cannot create a spill directory for job nowhere in " + file);
        Files.delete(file);
    }

    @Test
    void aNameThatIsNoFileNameIsRefused() {
        ByteJob job = fixture.job("a/b").numberedSplits(1);
        assertThatThrownBy(() -> fixture.run(job))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a/b");
    }

    @Test
    void slotsAreThreadsOfTheKind() {
        assertThat(fixture.engine().slots(TaskKind.MAP)).isEqualTo(3);
        assertThat(fixture.engine().slots(TaskKind.REDUCE)).isEqualTo(3);
        assertThat(fixture.engine().idle()).isTrue();
    }

    @Test
    void aClosedEngineStartsNothingAndMayBeClosedTwice() {
        Engine engine = Engine.open(Map.of("millrace.memory.max", "1m")::get);
        engine.close();
        engine.close();
        ByteJob job = fixture.job("late").numberedSplits(1);
        assertThatThrownBy(() -> engine.start(job, engine.plan(job.shape(), key -> null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the engine is closed; job late cannot start");
    }
}
