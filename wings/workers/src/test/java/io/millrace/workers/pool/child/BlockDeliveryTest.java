package io.millrace.workers.pool.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.remote.TaskResources;
import io.millrace.engine.job.remote.WorkerEngine;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
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
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.local.LocalGang;
import io.millrace.exchange.shuffle.ExchangeTerms;
import io.millrace.exchange.shuffle.OutputBlock;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.registry.JobFormats;
import io.millrace.testing.Await;
import io.millrace.workers.pool.PartitionRanges;
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

    /** Whether the output that counts is kept before all are published. */
    private boolean keeps;

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

    /** Its blocks are dropped, and those of the attempt that counts come again. */
    @Test
    void anAttemptThatFailsAfterBlocksHaveComeLeavesNothing() throws Exception {
        IllegalStateException failure = new IllegalStateException("as it should");
        Runnable fails =
                () -> {
                    awaitBlock();
                    throw failure;
                };
        assertThat(deliver(true, fails, () -> {})).isEqualTo(numbers());
        assertThat(arrived)
                .filteredOn(OutputBlock::last)
                .extracting(block -> block.attempt().attempt())
                .containsExactly(1);
    }

    /** What comes again after that, because its sender did not learn of its arrival, is closed. */
    @Test
    void anOutputThatIsKeptCountsOnce() throws Exception {
        keeps = true;
        assertThat(deliver(true, () -> {})).isEqualTo(numbers());
        assertThat(arrived).filteredOn(OutputBlock::last).hasSize(2);
    }

    private static OutputBlock last(int number) {
        return new OutputBlock(new AttemptId(TaskKind.MAP, 0, 0), number, true);
    }

    private static List<Integer> numbers() {
        return IntStream.range(0, RECORDS).boxed().toList();
    }

    /**
     * Runs attempts at the map task, and returns the keys that the reduce task reads.
     *
     * @param ends what attempts do at their end; all but the last one throw
     */
    private List<Integer> deliver(boolean overlapped, Runnable... ends) throws Exception {
        Settings settings = key -> key.equals("millrace.sort.split.size") ? "256KB" : null;
        JobShape shape = JobShape.of(1, 1).with(Trait.PREFIXED, Trait.DISTINGUISHES);
        TaskResources resources = new TaskResources(1, 1, 32 << 20, SLAB);
        MemoryBudget memory = resources.newMemory(settings);
        List<Integer> keys = new ArrayList<>();
        try (WorkerEngine engine =
                WorkerEngine.open(
                        Integers.withKeys(),
                        shape,
                        settings,
                        resources,
                        memory,
                        List.of(directory))) {
            StagedOutputs outputs = new StagedOutputs(engine);
            try (OutputExchange exchange = open(outputs, memory, overlapped)) {
                int last = ends.length - 1;
                for (int attempt = 0; attempt < last; attempt++) {
                    int number = attempt;
                    assertThatThrownBy(() -> map(engine, exchange, number, ends[number]))
                            .hasMessage("as it should");
                }
                map(engine, exchange, last, ends[last]);
                if (keeps) {
                    AttemptId counts = new AttemptId(TaskKind.MAP, 0, last);
                    outputs.keep(counts, true);
                    map(engine, exchange, last, ends[last]);
                    outputs.keep(counts, false);
                    assertThatThrownBy(() ->
                                    outputs.keep(new AttemptId(TaskKind.MAP, 0, last + 1), false))
                            .hasMessageContaining("but that of " + counts + " is published");
                }
                outputs.publish(List.of(last));
            }
            engine.reduce(
                    new Collects(keys), new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0)));
        }
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
        return keys;
    }

    /** The exchange of a gang of one worker, which notes the blocks that come. */
    private OutputExchange open(StagedOutputs outputs, MemoryBudget memory, boolean overlapped) {
        LocalGang gang = new LocalGang("integers", 1);
        GangMember member =
                new GangMember(
                        "integers",
                        1,
                        WaitPolicy.PLAIN,
                        Duration.ofSeconds(60),
                        memory.account(MemoryUse.MESSAGES, null));
        return OutputExchange.open(
                () -> gang.join(0, member),
                (block, part) -> {
                    outputs.take(block, part);
                    arrived.add(block);
                },
                new ExchangeTerms(
                        ExchangeAlgorithm.FULLY_CONNECTED, overlapped, RunCompression.NONE),
                Throwable::printStackTrace);
    }

    private static void map(WorkerEngine engine, OutputExchange exchange, int attempt, Runnable end)
            throws Exception {
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, 0, attempt));
        BitSet receivers = new BitSet();
        receivers.set(0);
        PartitionRanges all = new PartitionRanges(1, 1);
        engine.map(
                new Emits(end),
                guard,
                output -> BlockDelivery.begin(exchange, all, guard.attempt(), receivers, output));
    }
}
