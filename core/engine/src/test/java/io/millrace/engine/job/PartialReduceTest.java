package io.millrace.engine.job;

import static io.millrace.engine.job.NumberJobs.PARTITIONS;
import static io.millrace.engine.job.NumberJobs.THREADS;
import static io.millrace.engine.job.NumberJobs.engine;
import static io.millrace.engine.job.NumberJobs.expected;
import static io.millrace.engine.job.NumberJobs.job;
import static io.millrace.engine.job.NumberJobs.largeRecords;
import static io.millrace.engine.job.NumberJobs.numbers;
import static io.millrace.engine.job.NumberJobs.tightEngine;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.trace.Phase;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Committed map outputs are reduced while map tasks run: each value counts once, whatever was
 * reduced early, and a reducer that cannot be trusted is not called again.
 */
@Sampled(oneIn = 2)
class PartialReduceTest {

    @TempDir Path directory;

    /** Counts the rounds' calls. */
    private static Combiner counting(AtomicInteger calls) {
        ConcatenatingCombiner inner = new ConcatenatingCombiner();
        return (partition, records, out) -> {
            calls.incrementAndGet();
            inner.combineRun(partition, records, out);
        };
    }

    @ParameterizedTest
    @CsvSource({"64m, 40, 100", "1m, 60, 2000", "2m, 200, 700"})
    void eachValueCountsOnceWithMuchMemoryAndWithLittle(String memory, int maps, int records)
            throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (EngineFixture engine = tightEngine(directory, memory)) {
            ByteJob job = job(engine, maps, records).partiallyReducedBy(counting(calls));
            engine.run(job);
            assertThat(numbers(job)).isEqualTo(expected(maps, records));
        }
        if (!memory.equals("64m")) {
            assertThat(calls.get()).as("partitions that were reduced early").isPositive();
        }
    }

    @Test
    void aRoundRunsWhileAMapThreadIsIdle() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch reduced = new CountDownLatch(1);
        Combiner combiner = counting(calls);
        try (EngineFixture engine = engine(directory)) {
            ByteJob job =
                    job(engine, 4, 100)
                            .split(out -> reduced.await())
                            .partiallyReducedBy((partition, records, out) -> {
                                combiner.combineRun(partition, records, out);
                                reduced.countDown();
                            });
            JobExecution run = engine.start(job);
            run.await();
            assertThat(numbers(job)).isEqualTo(expected(4, 100));
            assertThat(run.trace().spans())
                    .anySatisfy(span -> assertThat(span.phase()).isEqualTo(Phase.PARTIAL_REDUCE));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReducerThatBreaksARuleChangesNoResult(PartialReducerFault fault) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch called = new CountDownLatch(1);
        Combiner faulty = fault.counting(calls);
        try (EngineFixture engine = tightEngine(directory, "1m")) {
            ByteJob job =
                    job(engine, 60, 2000)
                            .split(out -> called.await())
                            .reducedInRoundsBy((partition, records, out) -> {
                                called.countDown();
                                faulty.combineRun(partition, records, out);
                            });
            engine.run(job);
            assertThat(numbers(job)).isEqualTo(expected(60, 2000));
        }
        assertThat(calls).as("calls").hasValueBetween(1, THREADS);
    }

    @Test
    void aReducerMayEmitFromAnotherThread() throws Exception {
        ConcatenatingCombiner inner = new ConcatenatingCombiner();
        try (EngineFixture engine = tightEngine(directory, "1m")) {
            ByteJob job =
                    job(engine, 60, 2000)
                            .partiallyReducedBy((partition, records, out) -> {
                                // Not interrupted: nothing is emitted after the call has ended.
                                CompletableFuture.runAsync(
                                                () -> {
                                                    try {
                                                        inner.combineRun(partition, records, out);
                                                    } catch (IOException e) {
                                                        throw new UncheckedIOException(e);
                                                    } catch (InterruptedException e) {
                                                        throw new AssertionError(e);
                                                    }
                                                })
                                        .join();
                            });
            engine.run(job);
            assertThat(numbers(job)).isEqualTo(expected(60, 2000));
        }
    }

    @Test
    void aPartitionWhoseBytesDoNotShrinkDoesWithoutIt() throws Exception {
        int[] calls = new int[PARTITIONS];
        try (EngineFixture engine =
                tightEngine(directory, "1m", "millrace.partial.max.ratio", "0.5")) {
            ByteJob job =
                    largeRecords(engine, 5)
                            .partiallyReducedBy((partition, records, out) -> {
                                synchronized (calls) {
                                    calls[partition]++;
                                }
                                emitAll(partition, records, out);
                            });
            engine.run(job);
            assertThat(job.outputs()).hasSize(40 * 400);
        }
        assertThat(IntStream.of(calls)).allMatch(each -> each <= 100).anyMatch(each -> each > 0);
    }

    private static void emitAll(int partition, RecordCursor records, RecordSink out)
            throws IOException, InterruptedException {
        while (records.next()) {
            ByteRecord record = ByteRecord.copyOf(records);
            out.output().write(record.key(), 0, record.key().length);
            out.endKey();
            out.output().write(record.value(), 0, record.value().length);
            out.endRecord(partition);
        }
    }

    @Test
    void aMapTaskThatIsTriedAgainCountsOnce() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        try (EngineFixture engine = tightEngine(directory, "1m")) {
            ByteJob job =
                    job(engine, 60, 2000)
                            .retried(3, 0)
                            .at(
                                    ByteJob.Point.MAP_ENDED,
                                    attempt -> {
                                        if (attempt.attempt() == 0 && attempt.task() % 3 == 0) {
                                            failures.incrementAndGet();
                                            throw new IOException("fails at first");
                                        }
                                    })
                            .at(
                                    ByteJob.Point.REDUCE_ENDED,
                                    attempt -> {
                                        if (attempt.attempt() == 0) {
                                            throw new IOException("fails at first");
                                        }
                                    })
                            .partiallyReducedBy(new ConcatenatingCombiner());
            engine.run(job);
            assertThat(numbers(job)).isEqualTo(expected(60, 2000));
        }
        assertThat(failures).hasValue(20);
    }
}
