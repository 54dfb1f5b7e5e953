package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.Partitioners;
import io.millrace.collective.data.RecordsIn;
import io.millrace.collective.data.RecordsOut;
import io.millrace.collective.shuffle.RecordExchange;
import io.millrace.collective.shuffle.StepShuffle;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.registry.JobFormats;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;

/**
 * Merge-broadcast: records go through the engine's shuffle to the worker that reduces their
 * partition, and the output of its reducers goes to all workers. The step's configuration is read
 * once. Used by the worker's thread.
 */
final class ReduceRounds {

    private final JobConf conf;
    private final LoopSplit gang;
    private final Mapper<?, ?, ?, ?>.Context worker;
    private final StepShuffle shuffles;
    private final int partitions;
    private final boolean combines;
    private final Collective collective;
    private final Counters counts;

    /** Serializes mappers' output into the output of the running one. */
    private final RecordSerializer<Writable, Writable> mapped;

    /** Serializes combiners' output while a mapper writes. */
    private final RecordSerializer<Writable, Writable> combined;

    ReduceRounds(
            JobConf conf,
            LoopSplit gang,
            Mapper<?, ?, ?, ?>.Context worker,
            StepShuffle shuffles,
            Collective collective,
            Counters counts)
            throws IOException {
        this.conf = conf;
        this.gang = gang;
        this.worker = worker;
        this.shuffles = shuffles;
        this.partitions = shuffles.partitions();
        this.combines = conf.get(MRJobConfig.COMBINE_CLASS_ATTR) != null;
        this.collective = collective;
        this.counts = counts;
        this.mapped = newSerializer();
        this.combined = newSerializer();
    }

    @SuppressWarnings("unchecked") // a job's classes are known only at run time
    private RecordSerializer<Writable, Writable> newSerializer() throws IOException {
        return new RecordSerialization(conf, JobFormats.in(conf::get))
                .serializer(
                        (Class<Writable>) conf.getMapOutputKeyClass(),
                        (Class<Writable>) conf.getMapOutputValueClass());
    }

    /** Number of partitions of a step. */
    static int partitions(JobConf conf) {
        return Math.max(1, conf.getNumReduceTasks());
    }

    /** The step in the iteration with this data. */
    Round next(DynamicData data) {
        return new ReduceRound(data);
    }

    private void countSpilled(long records) {
        counts.findCounter(TaskCounter.SPILLED_RECORDS).increment(records);
    }

    /** The output of one try at a map task. */
    private final class Output implements StepOutput {

        private final MapOutput output;
        private final @Nullable StepCombiner combiner;
        private final Partitioner<Writable, Writable> partitioner = Partitioners.of(conf);

        Output(Shuffle shuffle, AttemptId attempt, @Nullable StepCombiner combiner)
                throws IOException, InterruptedException {
            this.combiner = combiner;
            this.output = shuffle.openMapOutput(AttemptGuard.within(attempt), combiner);
            mapped.target(output.sink());
        }

        @Override
        public void write(Writable key, Writable value) throws IOException, InterruptedException {
            int partition = partitions == 1 ? 0 : partitioner.getPartition(key, value, partitions);
            if (partition < 0 || partition >= partitions) {
                throw new IOException("Illegal partition for " + key + " (" + partition + ")");
            }
            mapped.write(key, value, partition);
        }

        @Override
        public void finish() throws IOException, InterruptedException {
            output.finish();
        }

        void commit() {
            output.publish();
            if (combiner != null) {
                combiner.commit();
            }
            countSpilled(output.spilledRecords());
        }

        @Override
        public void close() {
            output.close();
        }
    }

    /** One iteration's records, from the mappers to the end of the reducers. */
    private final class ReduceRound implements Round {

        private final DynamicData data;
        private final Shuffle shuffle = shuffles.open();

        ReduceRound(DynamicData data) {
            this.data = data;
        }

        @Override
        public StepOutput newOutput(int map, int number) throws IOException, InterruptedException {
            StepCombiner combiner =
                    combines
                            ? new StepCombiner(
                                    conf,
                                    combined,
                                    StepReduceAttempt.combining(
                                            conf, worker, data, map, number, counts))
                            : null;
            return new Output(shuffle, new AttemptId(TaskKind.MAP, map, number), combiner);
        }

        @Override
        public void commit(int map, StepOutput output) {
            ((Output) output).commit();
        }

        @Override
        public List<KeyValue> finish(Transport transport) throws Exception {
            new RecordExchange(transport, shuffle, partitions, gang::firstMapOf).run();
            List<Iterator<List<KeyValue>>> outputs =
                    collective.allGather(
                            transport, reduce(transport), in -> outputs(in).iterator());
            List<KeyValue> result = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                result.addAll(outputs.get(partition % gang.workers()).next());
            }
            return result;
        }

        /**
         * Runs the reducers of the worker's partitions, one after the other, and returns their
         * output.
         */
        private Message reduce(Transport transport) throws Exception {
            try (MessageWriter out = new MessageWriter(transport.memory())) {
                int rank = transport.rank();
                for (int partition = rank; partition < partitions; partition += gang.workers()) {
                    out.writeBoolean(true);
                    try (Message reduced = reduced(transport, partition)) {
                        reduced.writeTo(out);
                    }
                }
                out.writeBoolean(false);
                return out.finish();
            }
        }

        private Message reduced(Transport transport, int partition) throws Exception {
            return Tries.run(
                    () -> "reduce task " + partition,
                    "mapreduce.reduce.maxattempts",
                    conf.getMaxReduceAttempts(),
                    number -> {
                        AttemptId id = new AttemptId(TaskKind.REDUCE, partition, number);
                        StepReduceAttempt attempt =
                                StepReduceAttempt.reducing(
                                        conf, worker, data, partition, number, counts);
                        try (MessageWriter out = new MessageWriter(transport.memory());
                                PartitionInput input =
                                        shuffle.openPartition(AttemptGuard.within(id))) {
                            RecordsOut output = new RecordsOut(out);
                            attempt.run(input.records(), output::write);
                            output.end();
                            attempt.commit();
                            countSpilled(input.spilledRecords());
                            return out.finish();
                        }
                    });
        }

        /** The output of a worker's reducers, by partition. */
        private List<List<KeyValue>> outputs(DataInput in) throws IOException {
            List<List<KeyValue>> outputs = new ArrayList<>();
            while (in.readBoolean()) {
                outputs.add(RecordsIn.all(in, conf));
            }
            return outputs;
        }

        @Override
        public void close() {
            shuffle.close();
        }
    }
}
