package io.millrace.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Order;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.table.Fold;
import io.millrace.collective.table.FoldMerging;
import io.millrace.collective.table.Table;
import io.millrace.collective.table.TableTypes;
import io.millrace.collective.testing.Gang;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of doubles whose bits depend on the order of adding, by all algorithms. */
class FixedOrderTest {

    private static final int MAPS = 13;
    private static final int KEYS = 20;

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void theBitsDependNeitherOnTheAlgorithmNorOnTheNumberOfWorkers(Algorithm algorithm)
            throws Exception {
        String expected = sums(Algorithm.TREE, 1).get(0);
        for (int workers = 1; workers <= MAPS; workers++) {
            assertThat(sums(algorithm, workers))
                    .as("%d workers", workers)
                    .hasSize(workers)
                    .containsOnly(expected);
        }
    }

    /** The sums that each worker gets. */
    private static List<String> sums(Algorithm algorithm, int workers) throws Exception {
        return Gang.run(
                workers,
                transport -> {
                    TableTypes types = types();
                    FoldMerging merging = new FoldMerging(types, Order.FIXED, MAPS);
                    Fold own = merging.empty();
                    int first = MAPS * transport.rank() / workers;
                    int end = MAPS * (transport.rank() + 1) / workers;
                    for (int map = first; map < end; map++) {
                        own.add(map, output(types, map));
                    }
                    return text(algorithm.collective().allReduce(transport, own, merging));
                });
    }

    private static TableTypes types() {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(IntWritable.class);
        conf.set(CollectiveKeys.OPERATION.name(), "sum");
        return new TableTypes(conf);
    }

    /** Numbers of very different sizes, of some of the keys. */
    private static Table output(TableTypes types, int map) throws IOException {
        SplittableRandom random = new SplittableRandom(map);
        Table table = new Table(types);
        for (int key = 0; key < KEYS; key++) {
            double value = random.nextDouble() * Math.pow(10, random.nextInt(12));
            if (random.nextInt(4) > 0) {
                table.add(new IntWritable(key), new DoubleWritable(value));
            }
        }
        return table;
    }

    private static String text(Fold all) throws IOException {
        TreeMap<String, String> byKey = new TreeMap<>();
        for (KeyValue each : all.results()) {
            byKey.put(each.key().toString(), each.value().toString());
        }
        return byKey.toString();
    }
}
