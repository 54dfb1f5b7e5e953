package io.millrace.engine.job.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.ConcatenatingCombiner;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts without a job around them. */
@Tag("jdk")
class AttemptEngineTest {

    private static final int SLAB = 8 << 10;
    private static final int RECORDS = 100_000;
    private static final Comparator<ByteRecord> BY_KEY =
            Comparator.comparing(ByteRecord::key, Arrays::compareUnsigned);

    @TempDir private Path directory;

    private final List<ByteRecord> records = new ArrayList<>();
    private final AttemptGuard map = guard(TaskKind.MAP);
    private final AttemptGuard reduce = guard(TaskKind.REDUCE);
    private ByteJob job;
    private AttemptEngine engine;

    @BeforeEach
    void open() {
        for (int i = 0; i < RECORDS; i++) {
            records.add(ByteRecord.of("key" + i * 7 % 1000, Integer.toString(i)));
        }
        job = ByteJob.named("alone", directory).split(records).reducers(1);
        engine = open(job);
    }

    /** With memory for a part of the records. */
    private static AttemptEngine open(ByteJob job) {
        return AttemptEngine.open(
                job, job.shape(), Settings.DEFAULTS, new TaskResources(1, 2, 1 << 20, SLAB));
    }

    @AfterEach
    void close() {
        assertThat(engine.memoryHeldBytes()).isZero();
        engine.close();
    }

    private static AttemptGuard guard(TaskKind kind) {
        return new AttemptGuard(new AttemptId(kind, 0, 0));
    }

    @Test
    void whatAMapAttemptSealsAReduceAttemptReads() throws Exception {
        SealedOutput sealed = engine.map(job.newMapAttempt(map.attempt(), map), map, here());
        assertThat(sealed.tally().total().records()).isEqualTo(RECORDS);
        assertThat(sealed.spilledRecords()).isPositive();
        assertThat(reduced(sealed)).isEqualTo(sorted());
        assertThat(files()).isEmpty();
    }

    @Test
    void soItIsWithRecordsThatSomebodyElseWritesOneByOne() throws Exception {
        SealedOutput sealed;
        try (AttemptCollector collector = engine.collect(map, null, here())) {
            writeAll(collector.sink());
            collector.finish();
            sealed = collector.seal();
        }
        assertThat(reduced(sealed)).isEqualTo(sorted());
        assertThat(files()).isEmpty();
    }

    @Test
    void theirCombinerIsCalled() throws Exception {
        engine.close();
        engine = open(job.combinedBy(new ConcatenatingCombiner()));
        try (AttemptCollector collector =
                engine.collect(map, new ConcatenatingCombiner(), here())) {
            writeAll(collector.sink());
            collector.finish();
            try (SealedOutput sealed = collector.seal()) {
                assertThat(sealed.tally().total().records()).isBetween(1000L, RECORDS / 2L);
            }
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void anOutputThatIsNotSealedLeavesNothing() throws Exception {
        try (AttemptCollector collector = engine.collect(map, null, here())) {
            writeAll(collector.sink());
            assertThat(engine.memoryHeldBytes()).isPositive();
        }
        try (AttemptCollector collector = engine.collect(map, null, here())) {
            writeAll(collector.sink());
            collector.finish();
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void neitherDoesAMapperThatFails() throws Exception {
        ByteJob failing =
                ByteJob.named("failing", directory)
                        .split(records)
                        .reducers(1)
                        .at(
                                ByteJob.Point.MAP_ENDED,
                                attempt -> {
                                    throw new IOException("at the end");
                                });
        MapAttempt attempt = failing.newMapAttempt(map.attempt(), map);
        assertThatThrownBy(() -> engine.map(attempt, map, here())).hasMessage("at the end");
        assertThat(files()).isEmpty();
    }

    @Test
    void whatTimeWentToIsToldOnce() throws Exception {
        engine.map(job.newMapAttempt(map.attempt(), map), map, here()).close();
        List<ForeignSpan> spans = engine.takeWork().spans();
        assertThat(spans).extracting(ForeignSpan::phase).contains(Phase.MAP, Phase.SORT);
        assertThat(spans.stream().filter(span -> span.phase() == Phase.MAP))
                .singleElement()
                .satisfies(span -> assertThat(span.volume().records()).isEqualTo(RECORDS));
        assertThat(engine.takeWork().isEmpty()).isTrue();
    }

    private void writeAll(RecordSink sink) throws Exception {
        for (ByteRecord record : records) {
            sink.output().write(record.key(), 0, record.key().length);
            sink.endKey();
            sink.output().write(record.value(), 0, record.value().length);
            sink.endRecord(0);
        }
    }

    private List<ByteRecord> reduced(SealedOutput sealed) throws Exception {
        try (sealed) {
            OutputStatistics statistics = sealed.tally().of(0);
            ReduceAttempt attempt = job.newReduceAttempt(reduce.attempt(), reduce);
            engine.reduce(
                    attempt, reduce, new RemoteAttempt.Input(sealed.runs(), statistics, here()));
            attempt.commit();
            return job.output(0);
        }
    }

    private List<ByteRecord> sorted() {
        return records.stream().sorted(BY_KEY).toList();
    }

    private List<Path> here() {
        return List.of(directory);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
