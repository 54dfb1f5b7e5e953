package io.millrace.hadoop.worker.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.JobRecords;
import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.job.TaskResources;
import io.millrace.engine.job.WorkerEngine;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Patience;
import io.millrace.exchange.local.LocalGang;
import io.millrace.exchange.shuffle.ExchangeTerms;
import io.millrace.exchange.shuffle.OutputBlock;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.registry.JobFormats;
import io.millrace.hadoop.worker.PartitionRanges;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Map output of a worker on its way to the workers that reduce it, here to itself. */
class BlockDeliveryTest {

    private static final int RECORDS = 200_000;
    private static final int SLAB = 64 << 10;

    @TempDir Path directory;

    private final List<OutputBlock> arrived = new CopyOnWriteArrayList<>();

    /** One map task and one partition of integers. */
    private record Integers(JobConf conf) implements JobRecords {

        @Override
        public String name() {
            return "integers";
        }

        @Override
        public int reduceTasks() {
            return 1;
        }

        @Override
        public KeyOrder newKeyOrder() {
            return KeyOrders.of(conf, KnownOrders.of(conf, JobFormats.in(conf::get)), () -> {});
        }

        static Integers withKeys() {
            JobConf conf = new JobConf(false);
            conf.setMapOutputKeyClass(IntWritable.class);
            return new Integers(conf);
        }
    }

    /** Emits numbers from the last one down, and then does something. */
    private record Emits(Runnable then) implements MapAttempt {

        @Override
        public void run(@Nullable RecordSink output) throws Exception {
            assertThat(output).isNotNull();
            for (int i = RECORDS - 1; i >= 0; i--) {
                byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
                output.output().write(number, 0, number.length);
                output.endKey();
                output.endRecord(0);
            }
            then.run();
        }

        @Override
        public @Nullable Combiner combiner() {
            return null;
        }

        @Override
        public void commit() {}

        @Override
        public void abort(Throwable cause) {}
    }

    private record Collects(List<Integer> keys) implements ReduceAttempt {

        @Override
        public void run(ReduceInput input) throws IOException {
            RecordCursor records = input.records();
            while (records.next()) {
                keys.add(ByteBuffer.wrap(records.keyBytes()).getInt(records.keyOffset()));
            }
        }

        @Override
        public void commit() {}

        @Override
        public void abort(Throwable cause) {}
    }

    private void awaitBlock() {
        try {
            Await.until("a block has come", () -> !arrived.isEmpty());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The mapper ends only when a block has come. */
    @Test
    void blocksComeWhileTheMapperRuns() throws Exception {
        assertThat(deliver(true, this::awaitBlock)).isEqualTo(numbers());
        assertThat(arrived).hasSizeGreaterThan(1);
        assertThat(arrived).filteredOn(OutputBlock::last).containsExactly(last(arrived.size() - 1));
    }

    @Test
    void otherwiseAllOfItComesWhenTheMapperHasEnded() throws Exception {
        assertThat(deliver(false, () -> assertThat(arrived).isEmpty())).isEqualTo(numbers());
        assertThat(arrived).containsExactly(last(0));
    }

    private static OutputBlock last(int number) {
        return new OutputBlock(new AttemptId(TaskKind.MAP, 0, 0), number, true);
    }

    private static List<Integer> numbers() {
        return IntStream.range(0, RECORDS).boxed().toList();
    }

    /** Runs the map task, and returns the keys that the reduce task reads. */
    private List<Integer> deliver(boolean overlapped, Runnable beforeTheEnd) throws Exception {
        Integers job = Integers.withKeys();
        Settings settings = key -> key.equals("millrace.sort.split.size") ? "256KB" : null;
        JobShape shape = new JobShape(1, 1, 0, false, false, true, true, false, 0, 0, null);
        TaskResources resources = new TaskResources(1, 1, 32 << 20, SLAB);
        MemoryBudget memory = resources.newMemory(settings);
        LocalGang gang = new LocalGang("integers", 1);
        GangMember member =
                new GangMember(
                        "integers",
                        1,
                        Patience.PLAIN,
                        Duration.ofSeconds(60),
                        memory.account(MemoryUse.MESSAGES, null));
        BitSet receivers = new BitSet();
        receivers.set(0);
        List<Integer> keys = new ArrayList<>();
        try (WorkerEngine engine =
                WorkerEngine.open(job, shape, settings, resources, memory, List.of(directory))) {
            StagedOutputs outputs = new StagedOutputs(engine);
            ExchangeTerms terms =
                    new ExchangeTerms(
                            ExchangeAlgorithm.FULLY_CONNECTED, overlapped, RunCompression.NONE);
            try (OutputExchange exchange =
                    OutputExchange.open(
                            () -> gang.join(0, member),
                            (block, part) -> {
                                outputs.take(block, part);
                                arrived.add(block);
                            },
                            terms)) {
                AttemptGuard map = new AttemptGuard(new AttemptId(TaskKind.MAP, 0, 0));
                engine.map(
                        new Emits(beforeTheEnd),
                        map,
                        output ->
                                BlockDelivery.begin(
                                        exchange,
                                        new PartitionRanges(1, 1),
                                        map.attempt(),
                                        receivers,
                                        output));
            }
            outputs.publish(List.of(0));
            engine.reduce(
                    new Collects(keys), new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0)));
        }
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
        return keys;
    }
}
