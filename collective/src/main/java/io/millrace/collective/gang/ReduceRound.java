package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.Partitioners;
import io.millrace.collective.data.RecordsIn;
import io.millrace.collective.data.RecordsOut;
import io.millrace.collective.transport.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Merge-broadcast: records go to the worker that reduces their partition, and what its reducers
 * write goes to all. Worker 1 of 3 reduces partitions 1, 4, 7. Records are on the heap until the
 * round ends; a combiner keeps them few.
 */
final class ReduceRound implements Round {

    private final JobConf conf;
    private final GangSplit gang;
    private final Mapper<?, ?, ?, ?>.Context worker;
    private final DynamicData data;
    private final int partitions;

    /** What the worker's map tasks wrote, in their order. */
    private final List<List<RawRecord>> byPartition;

    ReduceRound(
            StepConf step, GangSplit gang, Mapper<?, ?, ?, ?>.Context worker, DynamicData data) {
        this.conf = step.conf();
        this.gang = gang;
        this.worker = worker;
        this.data = data;
        this.partitions = Math.max(1, conf.getNumReduceTasks());
        this.byPartition = empty(partitions);
    }

    private static List<List<RawRecord>> empty(int partitions) {
        List<List<RawRecord>> empty = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            empty.add(new ArrayList<>());
        }
        return empty;
    }

    /** Of one try at a map task, by partition. */
    private final class Output implements StepOutput {

        private final List<List<RawRecord>> records = empty(partitions);
        private final Partitioner<Writable, Writable> partitioner = Partitioners.of(conf);

        @Override
        public void write(Writable key, Writable value) throws IOException {
            int partition = partitions == 1 ? 0 : partitioner.getPartition(key, value, partitions);
            if (partition < 0 || partition >= partitions) {
                throw new IOException("Illegal partition for " + key + " (" + partition + ")");
            }
            records.get(partition).add(RawRecord.of(key, value));
        }
    }

    @Override
    public StepOutput newOutput() {
        return new Output();
    }

    @Override
    public void commit(int map, StepOutput output) throws Exception {
        List<List<RawRecord>> records = ((Output) output).records;
        if (conf.get(MRJobConfig.COMBINE_CLASS_ATTR) != null) {
            records.replaceAll(this::sorted);
            for (int partition = 0; partition < partitions; partition++) {
                records.set(partition, combined(map, records.get(partition)));
            }
        }
        for (int partition = 0; partition < partitions; partition++) {
            byPartition.get(partition).addAll(records.get(partition));
        }
    }

    private List<RawRecord> combined(int map, List<RawRecord> records) throws Exception {
        List<RawRecord> combined = new ArrayList<>();
        StepReduceAttempt.combining(conf, worker, data, map)
                .run(records, (key, value) -> combined.add(RawRecord.of(key, value)));
        return combined;
    }

    /** In key order; equal keys stay in the order in which they came. */
    private List<RawRecord> sorted(List<RawRecord> records) {
        RawComparator<?> order = conf.getOutputKeyComparator();
        return records.stream().sorted((a, b) -> a.compareKey(b, order)).toList();
    }

    @Override
    public List<KeyValue> finish(Transport transport) throws Exception {
        List<byte[]> messages = new ArrayList<>();
        for (int rank = 0; rank < gang.workers(); rank++) {
            messages.add(encode(rank));
        }
        List<DataInputBuffer> received = inputs(Collective.allToAll(transport, messages));
        byte[] own = reduce(transport.rank(), received);
        Collective collective = CollectiveKeys.ALGORITHM.in(conf::get).collective();
        List<DataInputBuffer> outputs = inputs(collective.allGather(transport, own));
        List<KeyValue> result = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            result.addAll(RecordsIn.all(outputs.get(partition % gang.workers()), conf));
        }
        return result;
    }

    private static List<DataInputBuffer> inputs(List<byte[]> messages) {
        List<DataInputBuffer> inputs = new ArrayList<>();
        for (byte[] message : messages) {
            DataInputBuffer in = new DataInputBuffer();
            in.reset(message, message.length);
            inputs.add(in);
        }
        return inputs;
    }

    /** For each partition of a worker how many records there are, and the records. */
    private byte[] encode(int rank) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        for (int partition = rank; partition < partitions; partition += gang.workers()) {
            List<RawRecord> records = byPartition.get(partition);
            out.writeInt(records.size());
            for (RawRecord record : records) {
                record.write(out);
            }
        }
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    /** Reduces the worker's partitions; workers have map tasks in order, so records are too. */
    private byte[] reduce(int rank, List<DataInputBuffer> received) throws Exception {
        DataOutputBuffer out = new DataOutputBuffer();
        for (int partition = rank; partition < partitions; partition += gang.workers()) {
            List<RawRecord> records = new ArrayList<>();
            for (DataInputBuffer in : received) {
                for (int left = in.readInt(); left > 0; left--) {
                    records.add(RawRecord.read(in));
                }
            }
            byte[] reduced = reduced(partition, sorted(records));
            out.write(reduced);
        }
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    private byte[] reduced(int partition, List<RawRecord> records) throws Exception {
        return Tries.run(
                () -> "reduce task " + partition,
                "mapreduce.reduce.maxattempts",
                conf.getMaxReduceAttempts(),
                number -> {
                    DataOutputBuffer out = new DataOutputBuffer();
                    RecordsOut output = new RecordsOut(out);
                    StepReduceAttempt.reducing(conf, worker, data, partition, number)
                            .run(records, output::write);
                    output.end();
                    return Arrays.copyOf(out.getData(), out.getLength());
                });
    }
}
