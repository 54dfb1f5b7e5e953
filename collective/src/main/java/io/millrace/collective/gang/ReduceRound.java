package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.Partitioners;
import io.millrace.collective.data.RecordsIn;
import io.millrace.collective.data.RecordsOut;
import io.millrace.collective.transport.Message;
import io.millrace.collective.transport.MessageWriter;
import io.millrace.collective.transport.Transport;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
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
        List<List<RawRecord>> own = exchange(transport);
        Collective collective = CollectiveKeys.ALGORITHM.in(conf::get).collective();
        List<Iterator<List<KeyValue>>> outputs =
                collective.allGather(
                        transport, reduce(transport, own), in -> outputs(in).iterator());
        List<KeyValue> result = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            result.addAll(outputs.get(partition % gang.workers()).next());
        }
        return result;
    }

    /** What a worker's reducers wrote, by partition. */
    private List<List<KeyValue>> outputs(DataInput in) throws IOException {
        List<List<KeyValue>> outputs = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            outputs.add(RecordsIn.all(in, conf));
        }
        return outputs;
    }

    /** The records of the worker's own partitions; workers have map tasks in order. */
    private List<List<RawRecord>> exchange(Transport transport)
            throws IOException, InterruptedException {
        int size = transport.size();
        int rank = transport.rank();
        List<List<List<RawRecord>>> byWorker =
                new ArrayList<>(Collections.nCopies(size, ofWorker(rank)));
        for (int step = 1; step < size; step++) {
            int to = (rank + step) % size;
            int from = (rank - step + size) % size;
            transport.send(to, message(transport, ofWorker(to)));
            try (Message message = transport.receive(from)) {
                byWorker.set(from, read(message.open()));
            }
        }
        List<List<RawRecord>> own = empty(ofWorker(rank).size());
        for (List<List<RawRecord>> each : byWorker) {
            for (int i = 0; i < own.size(); i++) {
                own.get(i).addAll(each.get(i));
            }
        }
        return own;
    }

    private List<List<RawRecord>> ofWorker(int rank) {
        List<List<RawRecord>> records = new ArrayList<>();
        for (int partition = rank; partition < partitions; partition += gang.workers()) {
            records.add(byPartition.get(partition));
        }
        return records;
    }

    private static Message message(Transport transport, List<List<RawRecord>> records)
            throws IOException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            out.writeInt(records.size());
            for (List<RawRecord> partition : records) {
                out.writeInt(partition.size());
                for (RawRecord record : partition) {
                    record.write(out);
                }
            }
            return out.finish();
        }
    }

    private static List<List<RawRecord>> read(DataInput in) throws IOException {
        List<List<RawRecord>> records = empty(in.readInt());
        for (List<RawRecord> partition : records) {
            for (int left = in.readInt(); left > 0; left--) {
                partition.add(RawRecord.read(in));
            }
        }
        return records;
    }

    /** Reduces the worker's partitions. */
    private Message reduce(Transport transport, List<List<RawRecord>> own) throws Exception {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            out.writeInt(own.size());
            for (int i = 0; i < own.size(); i++) {
                int partition = transport.rank() + i * gang.workers();
                try (Message reduced = reduced(transport, partition, sorted(own.get(i)))) {
                    reduced.writeTo(out);
                }
            }
            return out.finish();
        }
    }

    private Message reduced(Transport transport, int partition, List<RawRecord> records)
            throws Exception {
        return Tries.run(
                () -> "reduce task " + partition,
                "mapreduce.reduce.maxattempts",
                conf.getMaxReduceAttempts(),
                number -> {
                    try (MessageWriter out = new MessageWriter(transport.memory())) {
                        RecordsOut output = new RecordsOut(out);
                        StepReduceAttempt.reducing(conf, worker, data, partition, number)
                                .run(records, output::write);
                        output.end();
                        return out.finish();
                    }
                });
    }
}
