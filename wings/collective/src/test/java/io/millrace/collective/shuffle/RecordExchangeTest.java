package io.millrace.collective.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.testing.Gang;
import io.millrace.engine.memory.HeldObjects;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.gang.Transport;
import io.millrace.formats.record.CursorIterator;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.registry.JobFormats;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes out of each partition, against a sort of one thread. */
@Sampled(oneIn = 3)
class RecordExchangeTest {

    private static final int MAPS_OF_A_WORKER = 3;

    @TempDir Path folder;

    /** A record as text; keys repeat, values tell where they come from. */
    private record Line(String key, String value) {}

    private static List<Line> output(int map, int records, int valueBytes) {
        SplittableRandom random = new SplittableRandom(map);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            String value = map + "." + i + "x".repeat(random.nextInt(valueBytes));
            lines.add(new Line("key" + random.nextInt(50), value));
        }
        return lines;
    }

    private static int partition(String key, int partitions) {
        return Math.floorMod(key.hashCode(), partitions);
    }

    /** Records of each map task, in order, of which those with equal keys stay in theirs. */
    private static List<List<Line>> expected(
            int maps, int partitions, int records, int valueBytes) {
        List<List<Line>> byPartition = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            List<Line> lines = new ArrayList<>();
            for (int map = 0; map < maps; map++) {
                for (Line line : output(map, records, valueBytes)) {
                    if (partition(line.key(), partitions) == partition) {
                        lines.add(line);
                    }
                }
            }
            lines.sort(Comparator.comparing(Line::key));
            byPartition.add(lines);
        }
        return byPartition;
    }

    private static void map(Shuffle shuffle, JobConf conf, int map, int partitions, List<Line> out)
            throws IOException, InterruptedException {
        MapOutput output =
                shuffle.openMapOutput(new AttemptGuard(new AttemptId(TaskKind.MAP, map, 0)), null);
        try {
            RecordSerializer<Text, Text> serializer =
                    new RecordSerialization(conf, JobFormats.in(conf::get))
                            .serializer(Text.class, Text.class);
            serializer.target(output.sink());
            for (Line line : out) {
                serializer.write(
                        new Text(line.key()),
                        new Text(line.value()),
                        partition(line.key(), partitions));
            }
            output.finish();
            output.publish();
        } finally {
            output.close();
        }
    }

    private static List<Line> reduce(Shuffle shuffle, int partition) throws Exception {
        List<Line> lines = new ArrayList<>();
        try (PartitionInput input =
                shuffle.openPartition(
                        new AttemptGuard(new AttemptId(TaskKind.REDUCE, partition, 0)))) {
            CursorIterator records = new CursorIterator(input.records(), share -> {});
            Text key = new Text();
            Text value = new Text();
            while (records.next()) {
                key.readFields(records.getKey());
                value.readFields(records.getValue());
                lines.add(new Line(key.toString(), value.toString()));
            }
        }
        return lines;
    }

    private List<List<Line>> worker(
            Transport transport, MemoryBudget memory, int partitions, int records, int valueBytes)
            throws Exception {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(Text.class);
        conf.setMapOutputValueClass(Text.class);
        int first = MAPS_OF_A_WORKER * transport.rank();
        Path own = Files.createDirectory(folder.resolve("worker" + transport.rank()));
        List<List<Line>> reduced = new ArrayList<>();
        try (ShuffleMemory share = ShuffleMemory.of(memory, transport.size());
                Shuffle shuffle =
                        new StepShuffle(conf, partitions, MAPS_OF_A_WORKER, share.budget(), own)
                                .open()) {
            for (int map = first; map < first + MAPS_OF_A_WORKER; map++) {
                map(shuffle, conf, map, partitions, output(map, records, valueBytes));
            }
            new RecordExchange(transport, shuffle, partitions, rank -> MAPS_OF_A_WORKER * rank)
                    .run();
            for (int partition = transport.rank();
                    partition < partitions;
                    partition += transport.size()) {
                reduced.add(reduce(shuffle, partition));
            }
            assertThat(share.budget().peakBytes()).isLessThanOrEqualTo(share.budget().maxBytes());
        }
        Files.delete(own); // and empty
        return reduced;
    }

    private void check(
            MemoryBudget memory, int workers, int partitions, int records, int valueBytes)
            throws Exception {
        List<List<List<Line>>> reduced =
                Gang.run(
                        workers,
                        memory.account(MemoryUse.MESSAGES, null),
                        transport -> worker(transport, memory, partitions, records, valueBytes));
        List<List<Line>> expected =
                expected(workers * MAPS_OF_A_WORKER, partitions, records, valueBytes);
        for (int partition = 0; partition < partitions; partition++) {
            assertThat(reduced.get(partition % workers).get(partition / workers))
                    .as("partition %d", partition)
                    .isEqualTo(expected.get(partition));
        }
        assertThat(memory.heldBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 1", "2, 5", "3, 2", "5, 13"})
    void eachPartitionHasItsRecordsInOrderAndEqualKeysByMapTask(int workers, int partitions)
            throws Exception {
        MemoryBudget memory = new MemoryBudget(64 << 20, 1 << 18, 1 << 22);
        check(memory, workers, partitions, 500, 50);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "4, 4"})
    void whatMemoryHasNoRoomForGoesByDisk(int workers, int partitions) throws Exception {
        MemoryBudget tiny = new MemoryBudget(1 << 20, 1 << 12, 1 << 16);
        check(tiny, workers, partitions, 4_000, 400); // 2.4 MB of each worker
    }

    @Test
    void recordsLargerThanTheMemoryArrive() throws Exception {
        MemoryBudget tiny = new MemoryBudget(1 << 20, 1 << 12, 1 << 16);
        check(tiny, 3, 3, 5, 1_500_000);
    }

    @Test
    void aWorkerHasWhatItCannotDoWithoutAlsoWhereNothingIsLeft() throws Exception {
        MemoryBudget memory = new MemoryBudget(1 << 20, 1 << 12, 1 << 16);
        long all = memory.maxBytes() - (1 << 16);
        HeldObjects others = new HeldObjects(memory.account(MemoryUse.LOOP_RECORDS, null));
        assertThat(others.tryTake(all)).isTrue();
        try (ShuffleMemory share = ShuffleMemory.of(memory, 2)) {
            assertThat(share.budget().maxBytes()).isPositive();
            assertThat(memory.heldBytes()).isGreaterThan(all + share.budget().maxBytes());
        }
        assertThat(memory.heldBytes()).isEqualTo(all);
        others.close();
    }
}
