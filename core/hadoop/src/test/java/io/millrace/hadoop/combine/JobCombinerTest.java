package io.millrace.hadoop.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.Combiner;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.registry.JobFormats;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.scope.UserScope;
import io.millrace.hadoop.testing.ListCursor;
import io.millrace.hadoop.testing.ListSink;
import io.millrace.hadoop.testing.RawRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobCombinerTest {

    private static final long SEED = 20261121;
    private static final int PARTITION = 3;

    private final JobConf conf = new JobConf();
    private final Counters counters = new Counters();
    private final UserScope scope;

    JobCombinerTest() throws IOException {
        conf.setMapOutputKeyClass(Text.class);
        conf.setMapOutputValueClass(LongWritable.class);
        scope = new UserScope(UserGroupInformation.createRemoteUser("alice"), conf, this);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSortedRunGivesTheSums(boolean oldApi) throws Exception {
        useSum(oldApi);
        Random random = new Random(SEED);
        for (int round = 0; round < 50; round++) {
            SortedMap<String, List<Long>> input = randomInput(random);
            Map<String, Long> sums = new TreeMap<>();
            input.forEach((key, values) ->
                    sums.put(key, values.stream().mapToLong(Long::longValue).sum()));

            assertThat(byRun(input))
                    .as("sorted run, seed %d, round %d", SEED, round)
                    .isEqualTo(sums);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countsEachValueOnceAndEachEmittedRecord(boolean oldApi) throws Exception {
        useSum(oldApi);
        SortedMap<String, List<Long>> input =
                new TreeMap<>(Map.of("a", List.of(1L, 2L, 3L), "b", List.of(4L)));
        byRun(input);
        assertThat(count(TaskCounter.COMBINE_INPUT_RECORDS)).isEqualTo(4);
        assertThat(count(TaskCounter.COMBINE_OUTPUT_RECORDS)).isEqualTo(2);
    }

    @Test
    void newApiCountsValuesThatTheCombinerSkips() throws Exception {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, FirstOnly.class, Reducer.class);
        SortedMap<String, List<Long>> input = new TreeMap<>(Map.of("a", List.of(1L, 2L, 3L)));
        byRun(input);
        assertThat(count(TaskCounter.COMBINE_INPUT_RECORDS)).isEqualTo(3);
    }

    @Test
    void eachRunIsAnInstanceOfItsOwnWithSetupAndCleanup() throws Exception {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Recording.class, Reducer.class);
        Recording.CALLS.clear();
        SortedMap<String, List<Long>> input =
                new TreeMap<>(Map.of("a", List.of(1L), "b", List.of(2L)));
        byRun(input);
        byRun(input);
        assertThat(Recording.CALLS)
                .containsExactly(
                        "setup",
                        "reduce a",
                        "reduce b",
                        "cleanup",
                        "setup",
                        "reduce a",
                        "reduce b",
                        "cleanup");
    }

    @Test
    void runsAsTheJobsUserOnAnyThread() throws Exception {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Recording.class, Reducer.class);
        byRun(new TreeMap<>(Map.of("a", List.of(1L))));
        assertThat(Recording.user).isEqualTo("alice");
    }

    @Test
    void oldApiCombinerWinsOverANewOne() throws Exception {
        useSum(true);
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, FirstOnly.class, Reducer.class);
        assertThat(byRun(new TreeMap<>(Map.of("a", List.of(1L, 2L)))))
                .containsExactly(Map.entry("a", 3L));
    }

    @Test
    void wrongClassesAreRefusedAsInHadoop() {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, WrongValue.class, Reducer.class);
        assertThatThrownBy(() -> byRun(new TreeMap<>(Map.of("a", List.of(1L)))))
                .hasMessageContaining("partition " + PARTITION)
                .cause()
                .hasMessageStartingWith(
                        "wrong value class: class org.apache.hadoop.io.IntWritable is not class "
                                + "org.apache.hadoop.io.LongWritable");
    }

    @Test
    void keysOutOfOrderAreFoundIfAskedFor() throws Exception {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Backward.class, Reducer.class);
        SortedMap<String, List<Long>> input =
                new TreeMap<>(Map.of("a", List.of(1L), "b", List.of(2L)));
        byRun(input);
        conf.setBoolean(TaskKeys.COMBINER_ORDER.name(), true);
        assertThatThrownBy(() -> byRun(input)).cause().hasMessageContaining("sort order");
    }

    @Test
    void failureKeepsTheUsersExceptionAsItsCause() {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Failing.class, Reducer.class);
        assertThatThrownBy(() -> byRun(new TreeMap<>(Map.of("a", List.of(1L)))))
                .hasMessageContaining("attempt_1_0001_m_000000_0")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void valuesCanBeIteratedOnceOnlyAndReUseOneObject() throws Exception {
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Twice.class, Reducer.class);
        assertThat(byRun(new TreeMap<>(Map.of("a", List.of(1L, 2L, 3L)))))
                .containsExactly(Map.entry("a", 6L));
        assertThat(Twice.objects).isEqualTo(1);
    }

    private void useSum(boolean oldApi) {
        if (oldApi) {
            conf.setCombinerClass(OldSum.class);
        } else {
            conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, LongSumReducer.class, Reducer.class);
        }
    }

    private JobFormats formats() {
        return JobFormats.in(conf::get);
    }

    private KnownOrders orders() {
        return KnownOrders.of(conf, formats());
    }

    private Combiner combiner() {
        AttemptReporter reporter = new AttemptReporter(counters, 512, new SilentObserver());
        return Objects.requireNonNull(
                JobCombiner.of(
                        conf,
                        CombinePlan.of(
                                conf,
                                formats(),
                                orders(),
                                new RecordSerialization(conf, formats())
                                        .ways(Text.class, LongWritable.class)),
                        TaskAttemptID.forName("attempt_1_0001_m_000000_0"),
                        reporter,
                        scope,
                        part -> "attempt_1_0001_m_000000_0 (" + part + ")",
                        null));
    }

    private Map<String, Long> byRun(SortedMap<String, List<Long>> input)
            throws IOException, InterruptedException {
        List<RawRecord> records = new ArrayList<>();
        input.forEach((key, values) ->
                values.forEach(value ->
                        records.add(RawRecord.of(new Text(key), new LongWritable(value)))));
        ListSink sink = new ListSink();
        combiner()
                .combineRun(PARTITION, new ListCursor(records, KeyOrders.of(conf, orders())), sink);
        return sums(sink);
    }

    private static Map<String, Long> sums(ListSink sink) throws IOException {
        Map<String, Long> sums = new TreeMap<>();
        for (RawRecord record : sink.records()) {
            assertThat(record.partition()).isEqualTo(PARTITION);
            Text key = new Text();
            key.readFields(
                    new java.io.DataInputStream(new java.io.ByteArrayInputStream(record.key())));
            long value = java.nio.ByteBuffer.wrap(record.value()).getLong();
            assertThat(sums.put(key.toString(), value)).as("second record of key %s", key).isNull();
        }
        return sums;
    }

    private long count(TaskCounter counter) {
        return counters.findCounter(counter).getValue();
    }

    private static SortedMap<String, List<Long>> randomInput(Random random) {
        SortedMap<String, List<Long>> input = new TreeMap<>();
        int keys = random.nextInt(20);
        for (int i = 0; i < keys; i++) {
            List<Long> values = new ArrayList<>();
            int count = 1 + random.nextInt(10);
            for (int j = 0; j < count; j++) {
                values.add((long) random.nextInt(1000));
            }
            input.put("key" + random.nextInt(1000), values);
        }
        return input;
    }

    private static final class SilentObserver implements AttemptReporter.Observer {
        @Override
        public void progress(float value) {}

        @Override
        public float progress() {
            return 0;
        }

        @Override
        public void text(String value) {}

        @Override
        public void active() {}
    }

    public static final class OldSum extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        public void reduce(
                Text key,
                Iterator<LongWritable> values,
                OutputCollector<Text, LongWritable> output,
                Reporter reporter)
                throws IOException {
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            output.collect(key, new LongWritable(sum));
        }
    }

    public static final class FirstOnly extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            context.write(key, values.iterator().next());
        }
    }

    public static final class Recording extends Reducer<Text, LongWritable, Text, LongWritable> {
        static final List<String> CALLS = new ArrayList<>();
        static volatile String user = "";
        private long total;

        @Override
        protected void setup(Context context) {
            CALLS.add("setup");
        }

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException {
            CALLS.add("reduce " + key);
            user = UserGroupInformation.getCurrentUser().getUserName();
            for (LongWritable value : values) {
                total += value.get();
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            CALLS.add("cleanup");
            context.write(new Text("total"), new LongWritable(total));
        }
    }

    public static final class WrongValue extends Reducer<Text, LongWritable, Object, Object> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            context.write(key, new IntWritable(1));
        }
    }

    public static final class Backward extends Reducer<Text, LongWritable, Text, LongWritable> {
        private int calls;

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("z" + (9 - calls++)), values.iterator().next());
        }
    }

    public static final class Failing extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context) {
            throw new IllegalStateException("on purpose");
        }
    }

    public static final class Twice extends Reducer<Text, LongWritable, Text, LongWritable> {
        static int objects;

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            java.util.Set<Object> seen =
                    java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
            long sum = 0;
            for (int pass = 0; pass < 2; pass++) {
                for (LongWritable value : values) {
                    seen.add(value);
                    sum += value.get();
                }
            }
            objects = seen.size();
            context.write(key, new LongWritable(sum));
        }
    }
}
