package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.engine.testing.EngineFixture;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Committed map outputs are reduced while map tasks run: each value counts once, whatever was
 * reduced early, and a reducer that cannot be trusted is not called again.
 */
class PartialReduceTest {

    private static final int PARTITIONS = 5;
    private static final int KEYS = 50;

    @TempDir Path directory;

    private EngineFixture engine(String... settings) {
        Map<String, String> all = new HashMap<>();
        all.put("millrace.memory.max", "64m");
        all.put("millrace.partial.start.threshold", "2");
        all.put("millrace.partial.stop.fraction", "1");
        all.put("millrace.partial.max.ratio", "1");
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return EngineFixture.open(directory, all);
    }

    /** Each value is a number of its own, so that one that is lost or counted twice shows. */
    private static ByteJob job(EngineFixture engine, int maps, int records) {
        ByteJob job = engine.job("job").reducers(PARTITIONS);
        for (int map = 0; map < maps; map++) {
            List<ByteRecord> split = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                byte[] value = ByteBuffer.allocate(4).putInt(map * records + i).array();
                split.add(
                        new ByteRecord(
                                ("key" + i % KEYS).getBytes(StandardCharsets.US_ASCII), value));
            }
            job.split(split);
        }
        return job;
    }

    /** The numbers of each key, in their order. */
    private static Map<String, List<Integer>> values(ByteJob job) {
        Map<String, List<Integer>> values = new TreeMap<>();
        for (ByteRecord record : job.outputs()) {
            ByteBuffer numbers = ByteBuffer.wrap(record.value());
            while (numbers.hasRemaining()) {
                values.computeIfAbsent(
                                new String(record.key(), StandardCharsets.US_ASCII),
                                key -> new ArrayList<>())
                        .add(numbers.getInt());
            }
        }
        values.values().forEach(list -> list.sort(null));
        return values;
    }

    private static Map<String, List<Integer>> expected(int maps, int records) {
        Map<String, List<Integer>> values = new TreeMap<>();
        for (int i = 0; i < maps * records; i++) {
            values.computeIfAbsent("key" + i % records % KEYS, key -> new ArrayList<>()).add(i);
        }
        return values;
    }

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
        try (EngineFixture engine =
                engine("millrace.memory.max", memory, "millrace.memory.slab.size", "16k")) {
            ByteJob job = job(engine, maps, records).partiallyReducedBy(counting(calls));
            engine.run(job);
            assertThat(values(job)).isEqualTo(expected(maps, records));
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
        try (EngineFixture engine = engine()) {
            ByteJob job =
                    job(engine, 4, 100)
                            .split(out -> reduced.await())
                            .partiallyReducedBy((partition, records, out) -> {
                                combiner.combineRun(partition, records, out);
                                reduced.countDown();
                            });
            JobExecution run = engine.start(job);
            run.await();
            assertThat(values(job)).isEqualTo(expected(4, 100));
            assertThat(run.trace().spans())
                    .anySatisfy(span -> assertThat(span.phase()).isEqualTo(Phase.PARTIAL_REDUCE));
        }
    }

    /** Partial reducers that break a rule. */
    enum Fault {
        CHANGES_THE_KEY {
            @Override
            void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
                while (records.next()) {
                    emit(out, partition, "other".getBytes(StandardCharsets.US_ASCII), new byte[4]);
                }
            }
        },
        EMITS_NOTHING {
            @Override
            void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
                while (records.next()) {
                    // nothing comes of it
                }
            }
        },
        DROPS_ITS_LAST_KEY {
            @Override
            void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
                byte[] last = null;
                while (records.next()) {
                    byte[] key = ByteRecord.copyOf(records).key();
                    if (last == null || Arrays.equals(last, key)) {
                        emit(out, partition, key, ByteRecord.copyOf(records).value());
                        last = key;
                    }
                }
            }
        },
        THROWS {
            @Override
            void combine(int partition, RecordCursor records, RecordSink out) {
                throw new IllegalStateException("this reducer fails");
            }
        },
        THROWS_AN_ERROR {
            @Override
            void combine(int partition, RecordCursor records, RecordSink out) {
                throw new NoClassDefFoundError("some/Class");
            }
        },
        NEVER_ENDS {
            @Override
            void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
                new CountDownLatch(1).await();
            }
        };

        abstract void combine(int partition, RecordCursor records, RecordSink out) throws Exception;

        static void emit(RecordSink out, int partition, byte[] key, byte[] value) throws Exception {
            out.output().write(key, 0, key.length);
            out.endKey();
            out.output().write(value, 0, value.length);
            out.endRecord(partition);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReducerThatBreaksARuleChangesNoResult(Fault fault) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (EngineFixture engine =
                engine("millrace.memory.max", "1m", "millrace.memory.slab.size", "16k")) {
            ByteJob job =
                    job(engine, 60, 2000)
                            .partiallyReducedBy((partition, records, out) -> {
                                calls.incrementAndGet();
                                try {
                                    fault.combine(partition, records, out);
                                } catch (IOException | InterruptedException | RuntimeException e) {
                                    throw e;
                                } catch (Exception e) {
                                    throw new IOException(e);
                                }
                            });
            engine.run(job);
            assertThat(values(job)).isEqualTo(expected(60, 2000));
        }
        assertThat(calls).as("calls").hasValue(1);
    }

    @Test
    void aReducerMayEmitFromAnotherThread() throws Exception {
        ConcatenatingCombiner inner = new ConcatenatingCombiner();
        try (EngineFixture engine =
                engine("millrace.memory.max", "1m", "millrace.memory.slab.size", "16k")) {
            ByteJob job =
                    job(engine, 60, 2000)
                            .partiallyReducedBy((partition, records, out) -> {
                                FutureTask<Boolean> task =
                                        new FutureTask<>(() -> {
                                            inner.combineRun(partition, records, out);
                                            return true;
                                        });
                                new Thread(task).start();
                                try {
                                    task.get();
                                } catch (ExecutionException e) {
                                    throw new IOException(e);
                                }
                            });
            engine.run(job);
            assertThat(values(job)).isEqualTo(expected(60, 2000));
        }
    }

    @Test
    void aMapTaskThatIsTriedAgainCountsOnce() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        try (EngineFixture engine =
                engine("millrace.memory.max", "1m", "millrace.memory.slab.size", "16k")) {
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
            assertThat(values(job)).isEqualTo(expected(60, 2000));
        }
        assertThat(failures).hasValue(20);
    }
}
