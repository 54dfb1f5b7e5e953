package io.millrace.engine.job;

import static io.millrace.engine.job.NumberJobs.PARTITIONS;
import static io.millrace.engine.job.NumberJobs.expected;
import static io.millrace.engine.job.NumberJobs.numbers;
import static io.millrace.engine.job.NumberJobs.withNumbers;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.testing.Await;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers reduce committed map outputs partially: each value counts once, whatever fails, and
 * whichever worker is lost.
 */
class WorkerRoundsTest {

    private static final int RECORDS = 1500;
    private static final long AMPLE = 64 << 20;
    private static final long LITTLE = 1 << 20;

    @TempDir private Path directory;

    private final AtomicInteger calls = new AtomicInteger();
    private int opened;

    static IntStream cases() {
        return IntStream.range(0, Soak.cases(12, 300));
    }

    /** Counts the calls of rounds. */
    private Combiner counting() {
        ConcatenatingCombiner inner = new ConcatenatingCombiner();
        return (partition, records, out) -> {
            calls.incrementAndGet();
            inner.combineRun(partition, records, out);
        };
    }

    private RoundsWorker open(ByteJob job, int rank, int workers, long memory) throws Exception {
        Path own = Files.createDirectory(directory.resolve("worker-" + opened++));
        return new RoundsWorker(
                job, memory, rank * PARTITIONS / workers, (rank + 1) * PARTITIONS / workers, own);
    }

    @ParameterizedTest(name = "case {0}")
    @MethodSource("cases")
    void eachValueCountsOnceWhateverFailsAndWhicheverWorkerIsLost(int number) throws Exception {
        Random random = Seeds.random("rounds in workers " + number);
        int maps = 5 + random.nextInt(25);
        int count = 1 + random.nextInt(3);
        long memory = random.nextInt(3) == 0 ? AMPLE : LITTLE;
        ByteJob job = withNumbers(ByteJob.named("job", directory), maps, RECORDS);
        if (random.nextBoolean()) {
            job.partiallyReducedBy(counting());
        } else {
            job.reducedInRoundsBy(counting());
        }
        List<RoundsWorker> workers = new ArrayList<>();
        try {
            for (int rank = 0; rank < count; rank++) {
                workers.add(open(job, rank, count, memory));
            }
            List<Integer> shuffled = new ArrayList<>(IntStream.range(0, maps).boxed().toList());
            Collections.shuffle(shuffled, random);
            Deque<Integer> tasks = new ArrayDeque<>(shuffled);
            int deaths = random.nextInt(3);
            int attempt = 0;
            while (!tasks.isEmpty()) {
                int task = tasks.remove();
                boolean fails = random.nextInt(5) == 0;
                RoundsWorker mapper = workers.get(random.nextInt(count));
                mapper.map(job, task, attempt++, workers, !fails, !tasks.isEmpty());
                if (fails) {
                    tasks.add(task);
                }
                if (deaths > 0 && random.nextInt(maps) == 0) {
                    deaths--;
                    int lost = random.nextInt(count);
                    workers.get(lost).close();
                    workers.set(lost, open(job, lost, count, memory));
                    tasks.clear();
                    tasks.addAll(IntStream.range(0, maps).boxed().toList());
                    List<Integer> held = new ArrayList<>(tasks);
                    workers.forEach(each -> held.retainAll(each.held()));
                    tasks.removeAll(held);
                }
            }
            for (RoundsWorker each : workers) {
                each.reduce(job);
            }
        } finally {
            for (RoundsWorker each : workers) {
                each.close();
            }
        }
        assertThat(numbers(job)).as(Seeds.line()).isEqualTo(expected(maps, RECORDS));
    }

    @Test
    void aRoundRunsWhileASlotIsIdle() throws Exception {
        ByteJob job = withNumbers(ByteJob.named("job", directory), 3, RECORDS);
        job.reducedInRoundsBy(counting());
        try (RoundsWorker worker = open(job, 0, 1, AMPLE)) {
            for (int task = 0; task < 3; task++) {
                worker.map(job, task, task, List.of(worker), true, task < 2);
                assertThat(calls.get() > 0).as("a call while map tasks wait").isFalse();
                if (task == 1) {
                    worker.mapCommittedElsewhere();
                    Await.until("a round has ended", () -> calls.get() == PARTITIONS);
                    calls.set(0);
                }
            }
            worker.reduce(job);
            assertThat(numbers(job)).isEqualTo(expected(3, RECORDS));
        }
    }

    @Test
    void aRoundRunsWhileMemoryIsShort() throws Exception {
        int maps = 60;
        ByteJob job = withNumbers(ByteJob.named("job", directory), maps, RECORDS);
        job.reducedInRoundsBy(counting());
        try (RoundsWorker worker = open(job, 0, 1, LITTLE)) {
            for (int task = 0; task < maps; task++) {
                worker.map(job, task, 0, List.of(worker), true, true);
            }
            Await.until("a round has begun", () -> calls.get() > 0);
            worker.reduce(job);
            assertThat(numbers(job)).isEqualTo(expected(maps, RECORDS));
        }
    }

    @Test
    void aReducerThatBreaksARuleChangesNoResult() throws Exception {
        for (PartialReducerFault fault : PartialReducerFault.values()) {
            AtomicInteger called = new AtomicInteger();
            ByteJob job = withNumbers(ByteJob.named("job", directory), 8, RECORDS);
            job.reducedInRoundsBy(fault.counting(called));
            try (RoundsWorker worker = open(job, 0, 1, AMPLE)) {
                for (int task = 0; task < 8; task++) {
                    worker.map(job, task, 0, List.of(worker), true, false);
                }
                Await.until("it is called", () -> called.get() > 0);
                worker.reduce(job);
                assertThat(numbers(job)).as(fault.toString()).isEqualTo(expected(8, RECORDS));
            }
        }
    }
}
