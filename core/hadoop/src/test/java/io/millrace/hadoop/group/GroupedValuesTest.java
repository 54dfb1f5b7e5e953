package io.millrace.hadoop.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.trace.KeyGroup;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.record.CursorIterator;
import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.registry.JobFormats;
import io.millrace.hadoop.counters.PlainCounter;
import io.millrace.hadoop.testing.ListCursor;
import io.millrace.hadoop.testing.RawRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.StockValues;
import org.junit.jupiter.api.Test;

class GroupedValuesTest {

    private static final long SEED = 20261121;

    private final JobConf conf = new JobConf();

    GroupedValuesTest() {
        conf.setMapOutputKeyClass(Text.class);
    }

    @Test
    void behavesAsHadoopsIteratorWhateverIsReadOfEachGroup() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            List<RawRecord> records = randomGroups(random);
            long steps = random.nextLong();
            boolean mutate = random.nextInt(3) == 0;
            assertThat(ours(records, new Random(steps), mutate))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo(stock(records, new Random(steps), mutate));
        }
    }

    @Test
    void countsOnlyWhatIsAskedFor() throws IOException {
        PlainCounter counter = new PlainCounter();
        GroupedValues<Text, IntWritable> values =
                values(List.of(record("a", 1), record("a", 2), record("b", 3)), counter);
        values.nextGroup();
        assertThat(counter.getValue()).isZero();
        values.next();
        assertThat(counter.getValue()).isEqualTo(1);
        assertThatThrownBy(values::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void valueThatReadsToTheEndOfItsStreamSeesItsOwnBytesOnly() throws IOException {
        List<RawRecord> records =
                List.of(
                        RawRecord.of(new Text("k"), new Greedy("first")),
                        RawRecord.of(new Text("k"), new Greedy("second, longer")));
        RecordDeserializer<Text, Greedy> deserializer =
                new RecordSerialization(conf, JobFormats.in(conf::get))
                        .deserializer(Text.class, Greedy.class);
        ListCursor cursor =
                new ListCursor(
                        records,
                        KeyOrders.of(conf, KnownOrders.of(conf, JobFormats.in(conf::get))));
        cursor.next();
        assertThat(deserializer.value(cursor, null).text).isEqualTo("first");
        cursor.next();
        assertThat(deserializer.value(cursor, null).text).isEqualTo("second, longer");
    }

    private List<String> ours(List<RawRecord> records, Random steps, boolean mutate)
            throws IOException {
        GroupedValues<Text, IntWritable> values = values(records, new PlainCounter());
        Log log = new Log();
        while (values.hasGroup()) {
            log.group(values.key(), values, steps, mutate);
            values.nextGroup();
        }
        return log.lines;
    }

    private List<String> stock(List<RawRecord> records, Random steps, boolean mutate)
            throws IOException {
        StockValues<Text, IntWritable> values =
                new StockValues<>(
                        new CursorIterator(
                                new ListCursor(
                                        records,
                                        KeyOrders.of(
                                                conf,
                                                KnownOrders.of(conf, JobFormats.in(conf::get)))),
                                share -> {}),
                        grouping(),
                        Text.class,
                        IntWritable.class,
                        conf,
                        () -> {});
        Log log = new Log();
        while (values.hasGroup()) {
            log.group(values.key(), values.values(), steps, mutate);
            values.nextGroup();
        }
        return log.lines;
    }

    @Test
    void allRecordsOfAGroupAreMeasuredWhetherTheReducerReadsThemOrNot() throws IOException {
        List<RawRecord> records =
                List.of(
                        record("a", 1),
                        record("bb", 1),
                        record("bb", 2),
                        record("bb", 3),
                        record("c", 1),
                        record("c", 2));
        GroupSizes sizes = new GroupSizes();
        GroupedValues<Text, IntWritable> values = values(records, new PlainCounter());
        values.measure(sizes);
        while (values.hasGroup()) {
            if (values.hasNext() && values.key().getLength() == 1) {
                values.next();
            }
            values.nextGroup();
        }
        assertThat(sizes.largest())
                .containsExactly(
                        new KeyGroup("bb", 3, 3 * (1 + 2 + 4)),
                        new KeyGroup("c", 2, 2 * (1 + 1 + 4)));
    }

    private GroupedValues<Text, IntWritable> values(List<RawRecord> records, PlainCounter counter)
            throws IOException {
        return new GroupedValues<>(
                new ListCursor(
                        records,
                        KeyOrders.of(conf, KnownOrders.of(conf, JobFormats.in(conf::get)))),
                grouping(),
                new RecordSerialization(conf, JobFormats.in(conf::get))
                        .deserializer(Text.class, IntWritable.class),
                counter,
                () -> {});
    }

    @SuppressWarnings("unchecked")
    private RawComparator<Text> grouping() {
        return (RawComparator<Text>) conf.getOutputValueGroupingComparator();
    }

    private static RawRecord record(String key, int value) {
        return RawRecord.of(new Text(key), new IntWritable(value));
    }

    private static List<RawRecord> randomGroups(Random random) {
        List<RawRecord> records = new ArrayList<>();
        int groups = random.nextInt(8);
        for (int group = 0; group < groups; group++) {
            int size = 1 + random.nextInt(5);
            for (int i = 0; i < size; i++) {
                records.add(record("key" + group, random.nextInt(100)));
            }
        }
        return records;
    }

    /** What a reducer sees: keys, values, and which objects are the same. */
    private static final class Log {

        private final List<String> lines = new ArrayList<>();
        private final IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();

        void group(Text key, Iterator<IntWritable> values, Random steps, boolean mutate) {
            int take = steps.nextInt(6);
            lines.add("key " + key + " in object " + number(key));
            for (int i = 0; i < take && values.hasNext(); i++) {
                IntWritable value = values.next();
                lines.add("value " + value + " in object " + number(value) + ", key now " + key);
                if (mutate && steps.nextBoolean()) {
                    key.set("key" + steps.nextInt(8));
                }
            }
            lines.add("more in group: " + values.hasNext());
        }

        private int number(Object object) {
            return objects.computeIfAbsent(object, unknown -> objects.size());
        }
    }

    /** Reads whatever its stream has. */
    public static final class Greedy implements Writable {
        private String text = "";

        public Greedy() {}

        Greedy(String text) {
            this.text = text;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeBytes(text);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            byte[] all = ((DataInputBuffer) in).readAllBytes();
            text = new String(all, java.nio.charset.StandardCharsets.US_ASCII);
        }
    }
}
