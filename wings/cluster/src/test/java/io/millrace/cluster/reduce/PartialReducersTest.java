package io.millrace.cluster.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.reduce.FetchedSegments.Pair;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partial reducer makes fewer records, and never another result. */
@Sampled(oneIn = 3)
class PartialReducersTest {

    private static final int MAPS = 24;

    /**
     * The threads decide whether memory is short when there is enough to reduce: in one of some.
     */
    private static final int TASKS = 20;

    private static final int KEYS = 4000;
    private static final long LITTLE = 2_000_000;
    private static final long AMPLE = 200_000_000;

    /** Ends the reducer that never ends. */
    private static volatile CountDownLatch end = new CountDownLatch(1);

    @TempDir static Path work;

    @Test
    void aRoundStartsWhenEnoughOutputsWait() throws Exception {
        JobConf conf = job(Jobs.Sum.class, AMPLE);
        try (FetchedSegments task = new FetchedSegments(conf, null)) {
            for (int map = 0; map < 3; map++) {
                task.fetch(task.segment(records(map)), map, 0).commit();
            }
            assertThat(task.reporter.partial("Batches")).isZero();
            task.fetch(task.segment(records(3)), 3, 0).commit();
            Await.until("a round has ended", () -> task.reporter.partial("Batches") == 1);
            for (int map = 4; map < MAPS; map++) {
                task.fetch(task.segment(records(map)), map, 0).commit();
            }
            List<Pair> merged = task.merged();
            assertThat(sums(merged)).isEqualTo(expected());
            assertThat(merged.size()).isLessThan(MAPS * KEYS);
        }
    }

    @Test
    void noRoundStartsIfTheJobDoesNotWantIt() throws Exception {
        JobConf conf = job(Jobs.Sum.class, LITTLE);
        conf.set(EngineKeys.PARTIAL_REDUCE.name(), "never");
        try (FetchedSegments task = new FetchedSegments(conf, null)) {
            assertThat(mergedOfAll(task)).hasSize(MAPS * KEYS);
        }
    }

    @Test
    void withoutItsTurnATaskReducesOnlyWhenMemoryIsShort() throws Exception {
        for (long memory : new long[] {LITTLE, AMPLE}) {
            JobConf conf = job(Jobs.Sum.class, memory);
            Path file = NodeLock.fileOf(conf, FetchedSegments.JOB);
            Files.createDirectories(Objects.requireNonNull(file).getParent());
            try (NodeLock another = new NodeLock(file);
                    FetchedSegments task = new FetchedSegments(conf, null)) {
                assertThat(another.take()).isTrue();
                List<Pair> merged = mergedOfAll(task);
                assertThat(sums(merged)).isEqualTo(expected());
                assertThat(task.reporter.partial("Batches") > 0).isEqualTo(memory == LITTLE);
            }
        }
    }

    @Test
    void aTaskThatGetsItsTurnLaterReducesThen() throws Exception {
        JobConf conf = job(Jobs.Sum.class, AMPLE);
        Path file = NodeLock.fileOf(conf, FetchedSegments.JOB);
        Files.createDirectories(Objects.requireNonNull(file).getParent());
        try (NodeLock another = new NodeLock(file);
                FetchedSegments task = new FetchedSegments(conf, null)) {
            assertThat(another.take()).isTrue();
            for (int map = 0; map < 4; map++) {
                task.fetch(task.segment(records(map)), map, 0).commit();
            }
            assertThat(task.reporter.partial("Batches")).isZero();
            another.giveBack();
            Await.until("a round has ended", () -> task.reporter.partial("Batches") == 1);
            Await.until("the turn is free", another::take);
        }
    }

    /** Enough bytes for a judgement, in which two values of a key become one. */
    @Test
    void roundsContinueWhileTheyPay() throws Exception {
        JobConf conf = job(Jobs.Sum.class, AMPLE);
        conf.set(EngineKeys.PARTIAL_START.name(), "2");
        try (FetchedSegments task = new FetchedSegments(conf, null)) {
            int keys = 40_000;
            for (int map = 0; map < 8; map += 2) {
                int rounds = map / 2;
                task.fetch(task.segment(records(map, keys)), map, 0).commit();
                task.fetch(task.segment(records(map, keys)), map + 1, 0).commit();
                Await.until(
                        "a round has ended", () -> task.reporter.partial("Batches") == rounds + 1);
            }
            assertThat(task.merged()).hasSize(4 * keys);
        }
    }

    @Test
    void aCombinerOfTheNewApiServesIfTheReducerFoldsIntegersAlike() throws Exception {
        for (boolean alike : new boolean[] {true, false}) {
            JobConf conf = FetchedSegments.job(work, MAPS);
            conf.setUseNewReducer(true);
            conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Jobs.Sum.class, Reducer.class);
            conf.setClass(
                    MRJobConfig.REDUCE_CLASS_ATTR,
                    alike ? Jobs.Sum.class : CountsCalls.class,
                    Reducer.class);
            conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, LITTLE);
            boolean served = false;
            for (int i = 0; i < TASKS && !served; i++) {
                try (FetchedSegments task = new FetchedSegments(conf, null)) {
                    List<Pair> merged = mergedOfAll(task);
                    assertThat(sums(merged)).isEqualTo(expected());
                    served = merged.size() < MAPS * KEYS;
                }
            }
            assertThat(served).isEqualTo(alike);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {LITTLE, AMPLE})
    void sumsAreTheSameWithAPartialReducer(long memory) throws Exception {
        try (FetchedSegments task = new FetchedSegments(job(Jobs.Sum.class, memory), null)) {
            assertThat(sums(mergedOfAll(task))).isEqualTo(expected());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {LITTLE, AMPLE})
    void onlyRoundsWhoseResultsAreUsedAreCounted(long memory) throws Exception {
        try (FetchedSegments task = new FetchedSegments(job(CountsCalls.class, memory), null)) {
            int merged = mergedOfAll(task).size();
            long in = task.reporter.partial("Input records");
            long out = task.reporter.partial("Output records");
            assertThat(in - out).isEqualTo(MAPS * KEYS - merged);
            assertThat(task.reporter.getCounter("test", "calls").getValue()).isEqualTo(out);
        }
    }

    @Test
    void aCombinerWorksWhenMemoryIsShort() throws Exception {
        JobConf conf = FetchedSegments.job(work, MAPS);
        conf.setCombinerClass(Jobs.OldSum.class);
        conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, LITTLE);
        boolean worked = false;
        for (int i = 0; i < TASKS && !worked; i++) {
            try (FetchedSegments task = new FetchedSegments(conf, null)) {
                List<Pair> merged = mergedOfAll(task);
                assertThat(sums(merged)).isEqualTo(expected());
                long in = task.reporter.getCounter(TaskCounter.COMBINE_INPUT_RECORDS).getValue();
                long out = task.reporter.getCounter(TaskCounter.COMBINE_OUTPUT_RECORDS).getValue();
                assertThat(in - out).isEqualTo(MAPS * KEYS - merged.size());
                worked = merged.size() < MAPS * KEYS;
            }
        }
        assertThat(worked).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ChangesKeys.class,
                EmitsNothing.class,
                DropsSomeKeys.class,
                Throws.class,
                StopsEarly.class,
                EmitsBackwards.class
            })
    void aPartialReducerThatBreaksItsRulesIsNotUsed(Class<?> type) throws Exception {
        for (long memory : new long[] {LITTLE, AMPLE}) {
            try (FetchedSegments task = new FetchedSegments(job(type, memory), null)) {
                List<Pair> merged = mergedOfAll(task);
                assertThat(merged).hasSize(MAPS * KEYS);
                assertThat(sums(merged)).isEqualTo(expected());
                assertThat(task.reporter.partial("Batches")).isZero();
                assertThat(task.reporter.partial("Input records")).isZero();
                assertThat(task.reporter.partial("Output records")).isZero();
                assertThat(task.failures()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {LITTLE, AMPLE})
    void recordsOfAnotherThreadCount(long memory) throws Exception {
        try (FetchedSegments task =
                new FetchedSegments(job(EmitsFromAnotherThread.class, memory), null)) {
            assertThat(sums(mergedOfAll(task))).isEqualTo(expected());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {LITTLE, AMPLE})
    void aPartialReducerThatNeverEndsIsLeftBehind(long memory) throws Exception {
        end = new CountDownLatch(1);
        try (FetchedSegments task = new FetchedSegments(job(NeverEnds.class, memory), null)) {
            List<Pair> merged = mergedOfAll(task);
            assertThat(merged).hasSize(MAPS * KEYS);
            assertThat(sums(merged)).isEqualTo(expected());
            assertThat(task.reporter.partial("Input records")).isZero();
        } finally {
            end.countDown();
        }
    }

    private static JobConf job(Class<?> partialReducer, long memory) {
        JobConf conf = FetchedSegments.job(work, MAPS);
        PartialReduce.set(conf, partialReducer);
        conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, memory);
        return conf;
    }

    private static List<Pair> mergedOfAll(FetchedSegments task) throws Exception {
        for (int map = 0; map < MAPS; map++) {
            task.fetch(task.segment(records(map)), map, 0).commit();
        }
        return task.merged();
    }

    private static List<Pair> records(int map) {
        return records(map, KEYS);
    }

    private static List<Pair> records(int map, int keys) {
        List<Pair> records = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            records.add(new Pair("key" + (100_000 + key), map + key));
        }
        return records;
    }

    private static Map<String, Long> expected() {
        List<Pair> all = new ArrayList<>();
        for (int map = 0; map < MAPS; map++) {
            all.addAll(records(map));
        }
        return sums(all);
    }

    private static Map<String, Long> sums(List<Pair> records) {
        Map<String, Long> sums = new TreeMap<>();
        records.forEach(each -> sums.merge(each.key(), each.value(), Long::sum));
        return sums;
    }

    static final class CountsCalls extends Jobs.Sum {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            context.getCounter("test", "calls").increment(1);
            super.reduce(key, values, context);
        }
    }

    static final class ChangesKeys extends Jobs.Sum {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            super.reduce(new Text("x" + key), values, context);
        }
    }

    static final class EmitsNothing extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context) {}
    }

    static final class DropsSomeKeys extends Jobs.Sum {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            if (!key.toString().endsWith("7")) {
                super.reduce(key, values, context);
            }
        }
    }

    static final class Throws extends Jobs.Sum {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context) {
            throw new IllegalStateException("not today");
        }
    }

    static final class StopsEarly extends Jobs.Sum {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            if (context.nextKey()) {
                reduce(context.getCurrentKey(), context.getValues(), context);
            }
        }
    }

    static final class EmitsBackwards extends Jobs.Sum {
        private final List<Text> keys = new ArrayList<>();

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context) {
            keys.add(0, new Text(key));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (Text key : keys) {
                context.write(key, new LongWritable(1));
            }
        }
    }

    static final class EmitsFromAnotherThread extends Jobs.Sum {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            LongWritable whole = new LongWritable(sum);
            Thread other =
                    new Thread(() -> {
                        try {
                            context.write(key, whole);
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            other.start();
            other.join();
        }
    }

    static final class NeverEnds extends Jobs.Sum {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            boolean interrupted = false;
            while (end.getCount() > 0) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            super.reduce(key, values, context);
        }
    }
}
