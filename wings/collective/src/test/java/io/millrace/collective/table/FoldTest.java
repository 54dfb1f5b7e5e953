package io.millrace.collective.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.config.Order;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.operation.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FoldTest {

    /** A fold as another worker has it. */
    private static Fold copy(FoldMerging merging, Fold fold) throws IOException {
        Fold spent = merging.read(written(merging, fold));
        return merging.readOver(spent, written(merging, fold));
    }

    private static DataInputBuffer written(FoldMerging merging, Fold fold) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        merging.write(fold, out);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(out.getData(), out.getLength());
        return in;
    }

    private static final int KEYS = 4;

    private final Random random = new Random(17);
    private final TableTypes types = types();

    private static TableTypes types() {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(IntWritable.class);
        conf.setMapOutputValueClass(DoubleWritable.class);
        conf.set("millrace.collective.operation", "sum");
        return new TableTypes(conf);
    }

    /** Numbers of very different sizes, so that each order of adding rounds differently. */
    private List<Map<Integer, Double>> outputs(int maps) {
        List<Map<Integer, Double>> outputs = new ArrayList<>();
        for (int map = 0; map < maps; map++) {
            Map<Integer, Double> output = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                if (random.nextInt(4) > 0) {
                    output.put(key, random.nextGaussian() * Math.pow(10, random.nextInt(12)));
                }
            }
            outputs.add(output);
        }
        return outputs;
    }

    private Table table(Map<Integer, Double> output) throws IOException {
        Table table = new Table(types);
        for (Map.Entry<Integer, Double> entry : output.entrySet()) {
            table.add(new IntWritable(entry.getKey()), new DoubleWritable(entry.getValue()));
        }
        return table;
    }

    private static Map<String, String> text(List<KeyValue> results) {
        Map<String, String> text = new TreeMap<>();
        results.forEach(each -> text.put(each.key().toString(), each.value().toString()));
        return text;
    }

    /** As workers of any number would do it: shares in any order, sent, cut and joined. */
    private Map<String, String> folded(
            FoldMerging merging, List<Map<Integer, Double>> outputs, int workers)
            throws IOException {
        List<Integer> order = new ArrayList<>(IntStream.range(0, outputs.size()).boxed().toList());
        Collections.shuffle(order, random);
        List<Fold> folds = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            folds.add(merging.empty());
        }
        for (int map : order) {
            folds.get(random.nextInt(workers)).add(map, table(outputs.get(map)));
        }
        Collections.shuffle(folds, random);
        List<Fold> pieces = new ArrayList<>(merging.split(merging.empty(), 3));
        for (Fold fold : folds) {
            List<Fold> cut = merging.split(copy(merging, fold), 3);
            for (int i = 0; i < 3; i++) {
                pieces.set(
                        i,
                        random.nextBoolean()
                                ? merging.combine(pieces.get(i), cut.get(i))
                                : merging.combine(pieces.get(i), written(merging, cut.get(i))));
            }
        }
        return text(merging.join(pieces).results());
    }

    /** The tree, written down once more: the left half is the largest power of two below. */
    private static double tree(List<Map<Integer, Double>> outputs, int key) {
        List<Double> values = new ArrayList<>();
        outputs.forEach(output -> values.add(output.get(key)));
        return tree(values);
    }

    private static Double tree(List<Double> values) {
        if (values.size() == 1) {
            return values.get(0);
        }
        int left = Integer.highestOneBit(values.size() - 1);
        Double a = tree(values.subList(0, left));
        Double b = tree(values.subList(left, values.size()));
        return a == null ? b : b == null ? a : Double.valueOf(a + b);
    }

    @Test
    void theFixedOrderIsTheTreeOverMapTasksWhoeverHasWhich() throws Exception {
        for (int maps = 1; maps <= 20; maps++) {
            List<Map<Integer, Double>> outputs = outputs(maps);
            Map<String, String> expected = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                int wanted = key;
                if (outputs.stream().anyMatch(output -> output.containsKey(wanted))) {
                    expected.put(Integer.toString(key), Double.toString(tree(outputs, key)));
                }
            }
            FoldMerging merging = new FoldMerging(types, Order.FIXED, maps);
            for (int workers = 1; workers <= 5; workers++) {
                assertThat(folded(merging, outputs, workers))
                        .as("%d map tasks, %d workers", maps, workers)
                        .isEqualTo(expected);
            }
        }
    }

    /** Joins words; two folds that change places make another sentence. */
    public static final class Sentence implements Operation<Text, Text> {
        @Override
        public Text newState() {
            return new Text();
        }

        @Override
        public void add(Text state, Text value) {
            state.set(state + " " + value);
        }

        @Override
        public void combine(Text state, Text other) {
            state.set(state.toString() + other);
        }

        @Override
        public Text result(Text state) {
            return state;
        }
    }

    @Test
    void theFixedOrderHoldsForOperationsOfOthers() throws Exception {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(IntWritable.class);
        conf.setMapOutputValueClass(Text.class);
        conf.set("millrace.collective.operation", Sentence.class.getName());
        int maps = 11;
        FoldMerging merging = new FoldMerging(new TableTypes(conf), Order.FIXED, maps);
        for (int round = 0; round < 20; round++) {
            List<Integer> order = new ArrayList<>(IntStream.range(0, maps).boxed().toList());
            Collections.shuffle(order, random);
            Fold all = merging.empty();
            for (int map : order) {
                Table table = new Table(new TableTypes(conf));
                table.add(new IntWritable(1), new Text(Integer.toString(map)));
                Fold fold = merging.empty();
                fold.add(map, table);
                all = merging.combine(all, written(merging, fold));
            }
            assertThat(text(all.results())).isEqualTo(Map.of("1", " 0 1 2 3 4 5 6 7 8 9 10"));
        }
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void aMapTaskCountsOnceAlsoBetweenWorkers(Order order) throws Exception {
        FoldMerging merging = new FoldMerging(types, order, 4);
        Fold one = merging.empty();
        one.add(2, table(Map.of(1, 1.0)));
        assertThatThrownBy(() -> one.add(2, table(Map.of(1, 1.0))))
                .hasMessage("map task 2 has contributed twice to an iteration");
        Fold other = merging.empty();
        other.add(2, table(Map.of(3, 1.0)));
        assertThatThrownBy(() -> merging.combine(one, written(merging, other)))
                .hasMessage("map task 2 has contributed twice to an iteration");
        assertThatThrownBy(() -> one.combine(other))
                .hasMessage("map task 2 has contributed twice to an iteration");
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void aMapTaskThatIsMissingIsNoticed(Order order) throws Exception {
        Fold fold = new FoldMerging(types, order, 3).empty();
        fold.add(0, table(Map.of(1, 1.0)));
        fold.add(2, table(Map.of(1, 1.0)));
        assertThatThrownBy(fold::results)
                .hasMessage("map task 1 has not contributed to an iteration");
    }
}
