package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.scope.UserScope;
import io.millrace.hadoop.testing.ListSink;
import io.millrace.hadoop.testing.RawRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MapCollectorTest {

    private final ListSink sink = new ListSink();
    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, 0, 0));
    private final AttemptStatus status =
            new AttemptStatus(new TaskAttemptID("1", 1, TaskType.MAP, 0, 0));

    @Test
    void takesEveryRecordOfManyThreads() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 4);
        collector.partitions((key, value, count) -> key.toString().length() % count);
        int threads = 8;
        int each = 5_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Boolean>> emitters = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                String name = "k".repeat(thread + 1);
                emitters.add(() -> {
                    Text key = new Text(name);
                    Text value = new Text();
                    for (int i = 0; i < each; i++) {
                        value.set(name + i);
                        collector.collect(key, value);
                    }
                    return true;
                });
            }
            for (Future<Boolean> emitter : pool.invokeAll(emitters)) {
                emitter.get();
            }
        } finally {
            pool.shutdown();
        }
        collector.close();
        assertThat(sink.records())
                .hasSize(threads * each)
                .allSatisfy(record ->
                        assertThat(record.partition()).isEqualTo((record.key().length - 1) % 4));
        assertThat(count(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo((long) threads * each);
        assertThat(count(TaskCounter.MAP_OUTPUT_BYTES))
                .isEqualTo(
                        sink.records().stream()
                                .mapToLong(record -> record.key().length + record.value().length)
                                .sum());
    }

    @Test
    void refusesRecordsAfterItWasClosed() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 1);
        collector.close();
        assertThatThrownBy(() -> collector.collect(new Text("k"), new Text("v")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("after its map attempt map-0.0 had ended");
    }

    @Test
    void refusesRecordsOfARevokedAttempt() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 1);
        guard.revoke();
        assertThatThrownBy(() -> collector.collect(new Text("k"), new Text("v")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void recordWhoseSerializerFailsIsTakenBackAndTheNextOneIsWhole() throws Exception {
        MapCollector collector = collector(Text.class, Fragile.class, 1);
        assertThatThrownBy(() -> collector.collect(new Text("bad"), new Fragile(true)))
                .isInstanceOf(IOException.class)
                .hasMessage("half-way");
        collector.collect(new Text("good"), new Fragile(false));
        collector.close();
        assertThat(sink.records())
                .containsExactly(RawRecord.of(new Text("good"), new Fragile(false)));
        assertThat(count(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(1);
    }

    @Test
    void emptyAndLargeRecordsArriveAsTheyAre() throws Exception {
        MapCollector collector = collector(Nothing.class, BytesWritable.class, 1);
        BytesWritable large = new BytesWritable(new byte[3_000_000]);
        collector.collect(new Nothing(), new BytesWritable());
        collector.collect(new Nothing(), large);
        assertThat(sink.records())
                .containsExactly(
                        RawRecord.of(new Nothing(), new BytesWritable()),
                        RawRecord.of(new Nothing(), large));
    }

    @Test
    void subclassOfTheKeyClassIsRefused() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 1);
        assertThatThrownBy(() -> collector.collect(new SubText(), new Text()))
                .hasMessage(
                        "Type mismatch in key from map: expected org.apache.hadoop.io.Text, received "
                                + SubText.class.getName());
        assertThatThrownBy(() -> collector.collect(new Text(), new SubText()))
                .hasMessage(
                        "Type mismatch in value from map: expected org.apache.hadoop.io.Text, received "
                                + SubText.class.getName());
    }

    @Test
    void partitionerIsAskedBeforeTheClassesAreChecked() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 2);
        collector.partitions((key, value, count) -> {
            throw new IllegalStateException("asked");
        });
        assertThatThrownBy(() -> collector.collect(new SubText(), new Text())).hasMessage("asked");
    }

    @Test
    void partitionThatDoesNotExistIsRefused() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 3);
        for (int partition : new int[] {-1, 3}) {
            collector.partitions((key, value, count) -> partition);
            assertThatThrownBy(() -> collector.collect(new Text("k"), new Text("v")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Illegal partition for k (" + partition + ")");
        }
        assertThat(sink.records()).isEmpty();
    }

    @Test
    void aRecordMayNameItsPartition() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 3);
        assertThat(collector.partitionCount()).isEqualTo(3);
        for (int partition = 0; partition < 3; partition++) {
            collector.collect(new Text("k"), new Text("v"), partition);
        }
        collector.close();
        assertThat(sink.records()).extracting(RawRecord::partition).containsExactly(0, 1, 2);
        assertThat(count(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(3);
    }

    @Test
    void anotherThreadMayEmitAfterTheAttemptsOwnHasEmittedAndLookedAtTheCount() throws Exception {
        AttemptFrame frame = frame(Text.class, Text.class, 2);
        MapCollector collector = new MapCollector(frame, sink);
        collector.collect(new Text("mine"), new Text(), 1);
        assertThat(frame.reporter().getCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
                .isEqualTo(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Callable<Boolean> emitter =
                    () -> {
                        collector.collect(new Text("its"), new Text(), 0);
                        return true;
                    };
            assertThat(pool.submit(emitter).get()).isTrue();
            collector.close();
            assertThatThrownBy(() -> pool.submit(emitter).get()).hasMessageContaining("had ended");
        } finally {
            pool.shutdown();
        }
        assertThat(sink.records()).extracting(RawRecord::partition).containsExactly(1, 0);
    }

    @Test
    void closingDiscardsARecordThatIsNotWhole() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 1);
        sink.output().write(1);
        collector.close();
        assertThat(sink.output().length()).isZero();
        sink.output().write(1); // of another owner
        collector.close();
        assertThat(sink.output().length()).isEqualTo(1);
    }

    @Test
    void countsMoveAtIntervalsThatAreSignsOfLife() throws Exception {
        MapCollector collector = collector(Text.class, Text.class, 1);
        assertThat(status.takeActive()).isTrue();
        for (int interval = 0; interval < 2; interval++) {
            for (int i = 0; i < 1023; i++) {
                collector.collect(new Text("k"), new Text("v"));
            }
            assertThat(count(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(1024L * interval);
            assertThat(status.takeActive()).isFalse();
            collector.collect(new Text("k"), new Text("v"));
            assertThat(count(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(1024L * (interval + 1));
            assertThat(count(TaskCounter.MAP_OUTPUT_BYTES)).isEqualTo(4096L * (interval + 1));
            assertThat(status.takeActive()).isTrue();
        }
    }

    @Test
    void theJobsCodeSeesTheRecordsThatItHasEmitted() throws Exception {
        AttemptFrame frame = frame(Text.class, Text.class, 1);
        MapCollector collector = new MapCollector(frame, sink);
        collector.collect(new Text("k"), new Text("v"));
        collector.collect(new Text("k"), new Text("v"));

        Counters.Counter seen = frame.reporter().getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
        assertThat(seen.getValue()).isEqualTo(2);
        collector.collect(new Text("k"), new Text("v"));
        assertThat(seen.getValue()).isEqualTo(3);
    }

    @Test
    void valueClassWithoutSerializationIsNamed() {
        assertThatThrownBy(() -> collector(Text.class, StringBuilder.class, 1))
                .hasMessageContaining("io.serializations")
                .hasMessageContaining("value class java.lang.StringBuilder");
    }

    private MapCollector collector(Class<?> keyClass, Class<?> valueClass, int partitions)
            throws IOException {
        return new MapCollector(frame(keyClass, valueClass, partitions), sink);
    }

    private AttemptFrame frame(Class<?> keyClass, Class<?> valueClass, int partitions)
            throws IOException {
        JobConf conf = new JobConf();
        conf.setMapOutputKeyClass(keyClass);
        conf.setMapOutputValueClass(valueClass);
        conf.setOutputKeyComparatorClass(Text.Comparator.class); // for keys that have no order
        conf.setNumReduceTasks(partitions);
        JobEnvironment job =
                new JobEnvironment(
                        new JobID("1", 1),
                        conf,
                        JobClasses.shared(conf, getClass().getClassLoader(), "test"),
                        UserGroupInformation.getCurrentUser(),
                        List.of(),
                        Path.of("unused"));
        return new AttemptFrame(
                job,
                () -> TaskPlan.of(conf, FormatRegistry.loaded(), List.of(), false),
                new UserScope(job.user(), job.conf(), this),
                guard,
                status);
    }

    private long count(TaskCounter counter) {
        return status.counters().findCounter(counter).getValue();
    }

    public static final class SubText extends Text {}

    public static final class Nothing implements Writable {
        @Override
        public void write(DataOutput out) {}

        @Override
        public void readFields(DataInput in) {}
    }

    public static final class Fragile implements Writable {
        private final boolean breaks;

        Fragile(boolean breaks) {
            this.breaks = breaks;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(42);
            if (breaks) {
                throw new IOException("half-way");
            }
            out.writeInt(43);
        }

        @Override
        public void readFields(DataInput in) {}
    }
}
