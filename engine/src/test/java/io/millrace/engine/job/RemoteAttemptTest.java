package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteJob.Point;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
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
import org.junit.jupiter.params.provider.EnumSource;

/** Attempts that run elsewhere and hand over files. */
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

    @Test
    void outputOfJobsWithoutReducersNeedsNoFiles() throws Exception {
        ByteJob job = fixture.job("maps").numberedSplits(3).remotely();
        fixture.run(job);
        assertThat(job.outputs().stream().map(ByteRecord::keyText)).containsExactly("0", "1", "2");
    }

    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"MAP_ABORTED", "REDUCE_ABORTED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aFirstAttemptThatFailsLeavesNothing(Point point) throws Exception {
        ByteJob expected = job("expected");
        fixture.run(expected);
        ByteJob job = job("retried").remotely().retried(2, 0);
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
