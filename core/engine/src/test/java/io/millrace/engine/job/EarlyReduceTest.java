package io.millrace.engine.job;

import static io.millrace.engine.job.NumberJobs.THREADS;
import static io.millrace.engine.job.NumberJobs.expected;
import static io.millrace.engine.job.NumberJobs.job;
import static io.millrace.engine.job.NumberJobs.largeRecords;
import static io.millrace.engine.job.NumberJobs.numbers;
import static io.millrace.engine.job.NumberJobs.tightEngine;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.trace.Phase;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Map attempts call the partial reducer while memory is short: less is spilled, and a reducer that
 * breaks a rule or never returns changes no result.
 */
@Sampled(oneIn = 2)
class EarlyReduceTest {

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEVER_ENDS")
    void aReducerThatBreaksARuleInAMapAttemptChangesNoResult(PartialReducerFault fault)
            throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (EngineFixture engine = tightEngine(directory, "1m")) {
            ByteJob job = job(engine, 60, 2000).partiallyReducedBy(fault.counting(calls));
            engine.run(job);
            assertThat(numbers(job)).isEqualTo(expected(60, 2000));
        }
        assertThat(calls).as("calls").hasValueBetween(1, 3 * THREADS);
    }

    @Test
    void aMapAttemptWhoseReducerNeverReturnsIsTriedAgainWithoutIt() throws Exception {
        Set<Integer> hanging = ConcurrentHashMap.newKeySet();
        CountDownLatch end = new CountDownLatch(1);
        Queue<AttemptId> started = new ConcurrentLinkedQueue<>();
        try (EngineFixture engine = tightEngine(directory, "1m")) {
            ByteJob job =
                    job(engine, 60, 2000)
                            .retried(4, 0)
                            .exitTimeout(Duration.ZERO)
                            .at(ByteJob.Point.MAP_CREATED, started::add)
                            .partiallyReducedBy((partition, records, out) -> {
                                hanging.add(firstNumber(records) / 2000);
                                awaitForEver(end);
                            })
                            .reducedInRoundsBy(new ConcatenatingCombiner());
            JobExecution run = engine.start(job);
            FutureTask<Boolean> ended =
                    new FutureTask<>(() -> {
                        run.await();
                        return true;
                    });
            new Thread(ended).start();
            Await.until(
                    "the job ends",
                    () -> {
                        for (AttemptId each : started) {
                            if (each.attempt() == 0 && hanging.contains(each.task())) {
                                run.endAttempt(each, false, "timed out");
                            }
                        }
                        return ended.isDone();
                    });
            assertThat(ended.get()).isTrue();
            assertThat(numbers(job)).isEqualTo(expected(60, 2000));
            assertThat(hanging).isNotEmpty();
            end.countDown();
            Await.until(
                    "the call that hung has given back its memory",
                    () -> engine.engine().memoryHeldBytes() == 0);
        } finally {
            end.countDown();
        }
    }

    private static int firstNumber(RecordCursor records) throws IOException {
        assertThat(records.next()).isTrue();
        return ByteBuffer.wrap(records.valueBytes(), records.valueOffset(), Integer.BYTES).getInt();
    }

    private static void awaitForEver(CountDownLatch end) {
        while (true) {
            try {
                end.await();
                return;
            } catch (InterruptedException e) {
                // code that does not stop
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"100000, false", "5, true"})
    void mapAttemptsCallTheReducerOnlyIfKeysRepeat(int keys, boolean called) throws Exception {
        try (EngineFixture engine =
                tightEngine(directory, "1m", "millrace.partial.max.ratio", "0.8")) {
            ByteJob job = largeRecords(engine, keys);
            JobExecution run = engine.start(job.partiallyReducedBy(new FirstOfEachKey()));
            run.await();
            assertThat(run.trace().spans())
                    .filteredOn(span -> span.phase() == Phase.PARTIAL_REDUCE)
                    .filteredOn(span -> span.who().startsWith("map"))
                    .hasSizeBetween(called ? 1 : 0, called ? Integer.MAX_VALUE : 0);
        }
    }

    /** A combiner that lets a partial reducer take its place, if it is not null. */
    private record Combines(AtomicInteger calls, @Nullable Combiner partialReducer)
            implements Combiner {

        @Override
        public void combineRun(int partition, RecordCursor records, RecordSink out)
                throws IOException, InterruptedException {
            calls.incrementAndGet();
            new ConcatenatingCombiner().combineRun(partition, records, out);
        }
    }

    @ParameterizedTest
    @CsvSource({"1m, true", "64m, false"})
    void itTakesTheCombinersPlaceOnlyWhileMemoryIsShort(String memory, boolean taken)
            throws Exception {
        AtomicInteger alone = new AtomicInteger();
        AtomicInteger replaced = new AtomicInteger();
        for (AtomicInteger calls : List.of(alone, replaced)) {
            Combiner partial = calls == alone ? null : new ConcatenatingCombiner();
            try (EngineFixture engine = tightEngine(directory, memory)) {
                ByteJob job =
                        job(engine, 60, 2000)
                                .partiallyReducedBy(new ConcatenatingCombiner())
                                .combinedBy(new Combines(calls, partial));
                engine.run(job);
                assertThat(numbers(job)).isEqualTo(expected(60, 2000));
            }
        }
        if (taken) {
            assertThat(replaced.get()).isLessThan(alone.get());
        } else {
            assertThat(replaced.get()).isEqualTo(alone.get()).isPositive();
        }
    }

    @Test
    void lessIsSpilledThanWithoutIt() throws Exception {
        assertThat(spilled("eager")).isLessThan(spilled("never") / 2);
    }

    private long spilled(String mode) throws Exception {
        try (EngineFixture engine = tightEngine(directory, "1m", "millrace.partial.reduce", mode)) {
            ByteJob job = job(engine, 60, 2000).partiallyReducedBy(new FirstOfEachKey());
            JobExecution run = engine.start(job);
            run.await();
            return run.trace().spans().stream()
                    .filter(span -> span.phase() == Phase.SPILL)
                    .mapToLong(span -> span.records())
                    .sum();
        }
    }

    /** A partial reducer that shrinks records: as a minimum does. */
    private static final class FirstOfEachKey implements Combiner {

        @Override
        public void combineRun(int partition, RecordCursor records, RecordSink out)
                throws IOException, InterruptedException {
            byte[] last = null;
            while (records.next()) {
                ByteRecord record = ByteRecord.copyOf(records);
                if (last == null || !Arrays.equals(last, record.key())) {
                    last = record.key();
                    out.output().write(last, 0, last.length);
                    out.endKey();
                    out.output().write(record.value(), 0, record.value().length);
                    out.endRecord(partition);
                }
            }
        }
    }
}
