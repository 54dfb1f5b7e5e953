package io.millrace.bench.exchange;

import io.millrace.collective.algorithm.Algorithm;
import io.millrace.collective.algorithm.ChosenCollective;
import io.millrace.collective.algorithm.Hockney;
import io.millrace.collective.algorithm.Measurement;
import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Order;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.table.Fold;
import io.millrace.collective.table.FoldMerging;
import io.millrace.collective.table.Table;
import io.millrace.collective.table.TableTypes;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.measure.MeasurementException;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapred.JobConf;

/**
 * The all-reduce of a loop's step: each worker has the table of one map task, with vectors of
 * doubles, and gets the sums of all workers' vectors.
 */
final class AllReduce {

    /** The number of keys in a table of more than one number, so that it can be split. */
    private static final int KEYS = 16;

    /** Tables that are made at a time, unless one is larger. */
    private static final int BATCH_BYTES = 64 << 10;

    private final String title;
    private final Gang gang;

    /** By rank. */
    private final List<ChosenCollective> collectives;

    private AllReduce(String title, Gang gang, List<ChosenCollective> collectives) {
        this.title = title;
        this.gang = gang;
        this.collectives = collectives;
    }

    /** All-reduces by an algorithm, or by a choice from constants that the workers measure now. */
    static AllReduce of(String transport, Gang gang, Algorithm algorithm) throws Exception {
        String title = transport + ", " + name(algorithm);
        List<ChosenCollective> collectives =
                Stream.generate(() -> new ChosenCollective(algorithm))
                        .limit(gang.workers().size())
                        .toList();
        if (algorithm == Algorithm.AUTO) {
            Hockney model = gang.run(Measurement::of).get(0);
            collectives.forEach(each -> each.begin(model));
            title += " (" + model + ")";
        }
        return new AllReduce(title, gang, collectives);
    }

    private static String name(Algorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT);
    }

    /** The transport and the algorithm. */
    String title() {
        return title;
    }

    /** The last algorithm, if it was chosen. */
    Optional<String> chosen() {
        ChosenCollective first = collectives.get(0);
        return first.chooses() ? Optional.of(name(first.last())) : Optional.empty();
    }

    /**
     * Reduces tables with this many bytes of numbers, one after the other; returns the nanoseconds
     * of the slowest worker. As in a loop, a table is made just before, so that it is in the
     * processor's cache; that time, and the check of the results, do not count.
     */
    long run(int bytes, int count) throws Exception {
        return gang.run(worker -> run(worker, bytes, count)).stream()
                .mapToLong(each -> each)
                .max()
                .orElseThrow();
    }

    private long run(Transport worker, int bytes, int count) throws Exception {
        TableTypes types = types();
        FoldMerging merging = new FoldMerging(types, Order.FIXED, worker.size());
        long elapsed = 0;
        for (int left = count; left > 0; ) {
            int batch = Math.min(left, Math.max(1, BATCH_BYTES / bytes));
            List<Fold> folds = new ArrayList<>();
            for (int i = 0; i < batch; i++) {
                Fold fold = merging.empty();
                fold.add(worker.rank(), table(types, bytes));
                folds.add(fold);
            }
            elapsed += run(worker, folds, merging);
            check(folds.get(batch - 1).results(), worker.size());
            left -= batch;
        }
        return elapsed;
    }

    private long run(Transport worker, List<Fold> folds, FoldMerging merging) throws Exception {
        ChosenCollective collective = collectives.get(worker.rank());
        agree(worker, collective);
        long start = System.nanoTime();
        for (int i = 0; i < folds.size(); i++) {
            folds.set(i, collective.allReduce(worker, folds.get(i), merging));
        }
        return System.nanoTime() - start;
    }

    /**
     * Tells the size of the round before, as the workers of a loop do at the end of an iteration.
     */
    private static void agree(Transport worker, ChosenCollective collective) throws Exception {
        try (MessageWriter out = new MessageWriter(worker.memory())) {
            out.writeLong(collective.sent());
            List<Long> sent =
                    Algorithm.EXCHANGE
                            .collective()
                            .allGather(worker, out.finish(), DataInput::readLong);
            collective.agree(sent.stream().mapToLong(each -> each).sum());
        }
    }

    private static TableTypes types() {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(IntWritable.class);
        conf.set(CollectiveKeys.OPERATION.name(), "sum");
        return new TableTypes(conf);
    }

    private static Table table(TableTypes types, int bytes) throws IOException {
        int numbers = bytes / Double.BYTES;
        int keys = Math.min(KEYS, numbers);
        double[] vector = new double[numbers / keys];
        Arrays.fill(vector, 1);
        Table table = new Table(types);
        for (int key = 0; key < keys; key++) {
            table.add(new IntWritable(key), new ArrayPrimitiveWritable(vector));
        }
        return table;
    }

    private static void check(List<KeyValue> results, int workers) throws MeasurementException {
        for (KeyValue each : results) {
            double[] sums = (double[]) ((ArrayPrimitiveWritable) each.value()).get();
            if (Arrays.stream(sums).anyMatch(sum -> sum != workers)) {
                throw new MeasurementException(
                        "an all-reduce gave a wrong sum at key " + each.key());
            }
        }
    }
}
