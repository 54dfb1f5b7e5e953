package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts that run elsewhere and hand over runs. */
@Sampled(oneIn = 3)
class RemoteAttemptTest {

    private static final int RECORDS = 5000;

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

    /** Keys that come again within a task and in others; the value tells where they are from. */
    private ByteJob job(String name) {
        ByteJob job = fixture.job(name).reducers(3);
        for (int task = 0; task < 4; task++) {
            List<ByteRecord> records = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                records.add(ByteRecord.of("key" + i * 7 % 1000, task + "-" + i));
            }
            job.split(records);
        }
        return job;
    }

    @Test
    void theResultIsThatOfAttemptsInThisProcess() throws Exception {
        ByteJob here = job("here");
        fixture.run(here);
        ByteJob remote = job("remote").remotely();
        fixture.run(remote);
        assertThat(remote.outputs()).hasSize(4 * RECORDS).isEqualTo(here.outputs());
    }

    /** Which attempts run elsewhere, by the number of their task, and which runs cross as bytes. */
    static Stream<Arguments> mixtures() {
        List<Arguments> all = new ArrayList<>();
        for (String shuffle : List.of("pull", "push", "hybrid")) {
            for (String memory : List.of("1m", "64m")) {
                for (int maps : new int[] {0b0000, 0b0101, 0b1111}) {
                    for (int reduces : new int[] {0b010, 0b111}) {
                        for (int contents : new int[] {0b0000, 0b0110, 0b1111}) {
                            all.add(Arguments.of(shuffle, memory, maps, reduces, contents));
                        }
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}, memory {1}, remote maps {2} and reduces {3}, by contents {4}")
    @MethodSource("mixtures")
    void theResultIsTheSameWhereverAttemptsRunAndRunsLie(
            String shuffle, String memory, int maps, int reduces, int contents) throws Exception {
        fixture.close();
        fixture =
                EngineFixture.open(
                        temp,
                        Map.of(
                                "millrace.memory.max",
                                memory,
                                "millrace.memory.slab.size",
                                "16k",
                                "millrace.shuffle.kind",
                                shuffle));
        ByteJob here = job("here");
        fixture.run(here);
        ByteJob mixed = job("mixed");
        mixed.remotely(
                attempt -> isIn(attempt.kind() == TaskKind.MAP ? maps : reduces, attempt.task()),
                runs -> isIn(contents, runs.task()));
        fixture.run(mixed);
        assertThat(mixed.outputs()).hasSize(4 * RECORDS).isEqualTo(here.outputs());
    }

    private static boolean isIn(int set, int number) {
        return (set >> number & 1) == 1;
    }

    @Test
    void outputOfJobsWithoutReducersNeedsNoFiles() throws Exception {
        ByteJob job = fixture.job("maps").numberedSplits(3).remotely();
        fixture.run(job);
        assertThat(job.outputs().stream().map(ByteRecord::keyText)).containsExactly("0", "1", "2");
    }

    static Stream<Arguments> failures() {
        return Stream.of(Point.values())
                .filter(point -> point != Point.MAP_ABORTED && point != Point.REDUCE_ABORTED)
                .flatMap(point -> Stream.of(Arguments.of(point, true), Arguments.of(point, false)));
    }

    @ParameterizedTest(name = "at {0}, by contents {1}")
    @MethodSource("failures")
    void aFirstAttemptThatFailsLeavesNothing(Point point, boolean contents) throws Exception {
        ByteJob expected = job("expected");
        fixture.run(expected);
        ByteJob job = job("retried").remotely(attempt -> true, runs -> contents).retried(2, 0);
        job.at(
                point,
                attempt -> {
                    if (attempt.attempt() == 0) {
                        throw new IOException("first attempt at " + point);
                    }
                });
        fixture.run(job);
        assertThat(job.outputs()).isEqualTo(expected.outputs());
    }

    @Test
    void filesOfAnAttemptThatFailedAreGoneBeforeTheJobEnds() throws Exception {
        List<String> seen = new ArrayList<>();
        ByteJob job = job("tidy").remotely().retried(2, 0);
        job.at(
                Point.MAP_COMMITTING,
                attempt -> {
                    if (attempt.attempt() == 0) {
                        throw new IOException("not this time");
                    }
                });
        job.at(Point.REDUCE_STARTED, attempt -> seen.addAll(directories()));
        fixture.run(job);
        assertThat(seen)
                .isNotEmpty()
                .allMatch(name -> !name.contains("map-") || name.contains(".1-"));
    }

    private List<String> directories() throws IOException {
        try (Stream<Path> all = Files.walk(temp)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.contains("tidy-"))
                    .toList();
        }
    }

    @Test
    void whatWasPutOutIsCounted() throws Exception {
        AtomicLong records = new AtomicLong();
        AtomicLong spilled = new AtomicLong();
        ByteJob job = job("counted").remotely();
        job.toldTo(
                new JobListener() {
                    @Override
                    public void attemptSucceeded(
                            AttemptId attempt, OutputStatistics output, long spilledRecords) {
                        if (attempt.kind() == TaskKind.MAP) {
                            records.addAndGet(output.records());
                            spilled.addAndGet(spilledRecords);
                        }
                    }
                });
        fixture.run(job);
        assertThat(records).hasValue(4L * RECORDS);
        assertThat(spilled).hasValue(4L * RECORDS);
    }

    @Test
    void aCancelledJobInterruptsThem() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        ByteJob job = job("cancelled").remotely();
        job.at(
                Point.MAP_STARTED,
                attempt -> {
                    running.countDown();
                    new CountDownLatch(1).await();
                });
        JobExecution execution = fixture.start(job);
        running.await();
        execution.cancel("enough");
        assertThatThrownBy(execution::await).isInstanceOf(JobCancelledException.class);
        assertThat(job.committed()).isEmpty();
    }
}
