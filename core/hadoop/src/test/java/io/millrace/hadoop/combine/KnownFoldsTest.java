package io.millrace.hadoop.combine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.Combiner.Accumulator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownFoldsTest {

    private static final long SEED = 20261121;

    static Stream<Class<?>> intSums() {
        return Stream.of(
                WordCount.IntSumReducer.class,
                IntSumReducer.class,
                TutorialSum.class,
                FreshSum.class,
                OldSum.class);
    }

    static Stream<Class<?>> longSums() {
        return Stream.of(LongSumReducer.class, org.apache.hadoop.mapred.lib.LongSumReducer.class);
    }

    static Stream<Class<?>> others() {
        return Stream.of(
                Reducer.class,
                Inherited.class,
                NeverCalled.class,
                FromOne.class,
                LargestPlusOne.class,
                Backwards.class,
                Twice.class,
                Cleans.class,
                Remembers.class,
                Capped.class);
    }

    @ParameterizedTest
    @MethodSource("intSums")
    void aReducerAgreesWithACombinerThatFoldsIntegersAlike(Class<?> combiner) {
        for (Class<?> reducer : intSums().toList()) {
            assertThat(KnownFolds.agree(combiner, reducer, Text.class, IntWritable.class)).isTrue();
        }
        assertThat(KnownFolds.agree(combiner, combiner, Text.class, LongWritable.class)).isFalse();
        for (Class<?> reducer : others().toList()) {
            assertThat(KnownFolds.agree(combiner, reducer, Text.class, IntWritable.class))
                    .isFalse();
            assertThat(KnownFolds.agree(reducer, combiner, Text.class, IntWritable.class))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("intSums")
    void sumsOfIntsAreKnownByTheirCode(Class<?> combiner) {
        assertThat(KnownFolds.of(combiner, Text.class, IntWritable.class)).isNotNull();
        assertThat(KnownFolds.of(combiner, Text.class, LongWritable.class)).isNull();
    }

    @ParameterizedTest
    @MethodSource("longSums")
    void sumsOfLongsAreKnownByTheirCode(Class<?> combiner) {
        assertThat(KnownFolds.of(combiner, Text.class, LongWritable.class)).isNotNull();
        assertThat(KnownFolds.of(combiner, Text.class, IntWritable.class)).isNull();
    }

    @Test
    void sumsOfFractionsAreKnownByTheirCode() {
        assertThat(KnownFolds.of(DoubleSums.class, Text.class, DoubleWritable.class)).isNotNull();
        assertThat(KnownFolds.of(DoubleSums.class, Text.class, FloatWritable.class)).isNull();
        assertThat(KnownFolds.of(FloatSums.class, Text.class, FloatWritable.class)).isNotNull();
        assertThat(KnownFolds.of(FloatSums.class, Text.class, DoubleWritable.class)).isNull();
        assertThat(KnownFolds.of(SumsAsDouble.class, Text.class, FloatWritable.class)).isNull();
    }

    @ParameterizedTest
    @MethodSource("others")
    void whateverDoesAnythingElseIsNot(Class<?> combiner) {
        assertThat(KnownFolds.of(combiner, Text.class, IntWritable.class)).isNull();
    }

    @Test
    void aKeyThatTheCombinerWouldRefuseIsLeftToIt() {
        assertThat(KnownFolds.of(TutorialSum.class, BytesWritable.class, IntWritable.class))
                .isNull();
    }

    @Test
    void sumsAreThoseOfTheirType() {
        Random random = new Random(SEED);
        for (int round = 0; round < 1000; round++) {
            int a = random.nextInt();
            int b = random.nextInt();
            assertThat(sum(TutorialSum.class, IntWritable.class, ints(a), ints(b)))
                    .isEqualTo(ints(a + b));
            long c = random.nextLong();
            long d = random.nextLong();
            assertThat(sum(LongSumReducer.class, LongWritable.class, longs(c), longs(d)))
                    .isEqualTo(longs(c + d));
        }
    }

    @Test
    void fractionsAreAddedFromZeroOnInTheirOrder() {
        Random random = new Random(SEED);
        double[] edges = {0.0, -0.0, Double.NaN, Double.MIN_VALUE, Double.POSITIVE_INFINITY};
        for (int round = 0; round < 1000; round++) {
            double a = random.nextBoolean() ? random.nextGaussian() : edges[random.nextInt(5)];
            double b = random.nextBoolean() ? random.nextGaussian() : edges[random.nextInt(5)];
            assertThat(sum(DoubleSums.class, DoubleWritable.class, doubles(a), doubles(b)))
                    .isEqualTo(doubles(0.0 + a + b));
            assertThat(
                            sum(
                                    FloatSums.class,
                                    FloatWritable.class,
                                    floats((float) a),
                                    floats((float) b)))
                    .isEqualTo(floats(0.0f + (float) a + (float) b));
        }
    }

    @Test
    void aFractionAloneIsAddedToZero() {
        byte[] negativeZero = doubles(-0.0);
        accumulator(DoubleSums.class, DoubleWritable.class).first(negativeZero, 0);
        assertThat(negativeZero).isEqualTo(doubles(0.0));
    }

    @Test
    void theLargestAndTheSmallestAreKnownByTheirCode() {
        Random random = new Random(SEED);
        double[] edges = {0.0, -0.0, Double.NaN, Double.MAX_VALUE, Double.POSITIVE_INFINITY};
        for (int round = 0; round < 1000; round++) {
            int a = random.nextInt();
            int b = random.nextInt();
            assertThat(sum(Largest.class, IntWritable.class, ints(a), ints(b)))
                    .isEqualTo(ints(Math.max(a, b)));
            long c = random.nextInt(40);
            long d = random.nextInt(40);
            assertThat(sum(LargestOfPositive.class, LongWritable.class, longs(c), longs(d)))
                    .isEqualTo(longs(Math.max(17, Math.max(c, d))));
            double x = random.nextBoolean() ? random.nextGaussian() : edges[random.nextInt(5)];
            double y = random.nextBoolean() ? random.nextGaussian() : edges[random.nextInt(5)];
            assertThat(sum(SmallestDouble.class, DoubleWritable.class, doubles(x), doubles(y)))
                    .isEqualTo(doubles(Math.min(Math.min(Double.MAX_VALUE, x), y)));
            float v = (float) x;
            float w = (float) y;
            assertThat(sum(LargestFloat.class, FloatWritable.class, floats(v), floats(w)))
                    .isEqualTo(floats(Math.max(Math.max(Float.NEGATIVE_INFINITY, v), w)));
        }
    }

    @Test
    void aNumberAloneIsComparedWithTheOneThatTheCombinerBeginsWith() {
        byte[] infinity = doubles(Double.POSITIVE_INFINITY);
        accumulator(SmallestDouble.class, DoubleWritable.class).first(infinity, 0);
        assertThat(infinity).isEqualTo(doubles(Double.MAX_VALUE));
    }

    private static byte[] sum(Class<?> combiner, Class<?> type, byte[] one, byte[] other) {
        Accumulator accumulator = accumulator(combiner, type);
        assertThat(accumulator.valueBytes()).isEqualTo(one.length);
        accumulator.first(one, 0);
        accumulator.add(one, 0, other, 0);
        return one;
    }

    private static Accumulator accumulator(Class<?> combiner, Class<?> type) {
        Function<CombineCounts, Accumulator> known =
                Objects.requireNonNull(KnownFolds.of(combiner, Text.class, type));
        return known.apply(new CombineCounts(Reporter.NULL));
    }

    private static byte[] doubles(double value) {
        return ByteBuffer.allocate(Double.BYTES).putDouble(value).array();
    }

    private static byte[] floats(float value) {
        return ByteBuffer.allocate(Float.BYTES).putFloat(value).array();
    }

    private static byte[] ints(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    private static byte[] longs(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    /** As in Hadoop's tutorial, with names of its own. */
    static class TutorialSum extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
            }
            total.set(n);
            context.write(word, total);
        }
    }

    static class DoubleSums extends Reducer<Text, DoubleWritable, Text, DoubleWritable> {
        private final DoubleWritable total = new DoubleWritable();

        @Override
        protected void reduce(Text source, Iterable<DoubleWritable> amounts, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            for (DoubleWritable amount : amounts) {
                sum += amount.get();
            }
            total.set(sum);
            context.write(source, total);
        }
    }

    static class FloatSums extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, FloatWritable, Text, FloatWritable> {
        @Override
        public void reduce(
                Text source,
                Iterator<FloatWritable> amounts,
                OutputCollector<Text, FloatWritable> output,
                Reporter reporter)
                throws IOException {
            float sum = 0;
            while (amounts.hasNext()) {
                sum += amounts.next().get();
            }
            output.collect(source, new FloatWritable(sum));
        }
    }

    /** Rounds once, at the end. */
    static class SumsAsDouble extends Reducer<Text, FloatWritable, Text, FloatWritable> {
        @Override
        protected void reduce(Text source, Iterable<FloatWritable> amounts, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            for (FloatWritable amount : amounts) {
                sum += amount.get();
            }
            context.write(source, new FloatWritable((float) sum));
        }
    }

    static class FreshSum extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
            }
            context.write(word, new IntWritable(n));
        }
    }

    static class OldSum extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        public void reduce(
                Text word,
                Iterator<IntWritable> counts,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            int n = 0;
            while (counts.hasNext()) {
                n += counts.next().get();
            }
            output.collect(word, new IntWritable(n));
        }
    }

    static class Inherited extends TutorialSum {}

    /** Without type arguments, so that this overrides nothing and Hadoop runs its own. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    static class NeverCalled extends Reducer {
        private IntWritable total = new IntWritable();

        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
            }
            total.set(n);
            context.write(word, total);
        }
    }

    static class FromOne extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 1;
            for (IntWritable count : counts) {
                n += count.get();
            }
            total.set(n);
            context.write(word, total);
        }
    }

    /** As in the book on Hadoop that counts degrees. */
    static class Largest extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = Integer.MIN_VALUE;
            for (IntWritable count : counts) {
                n = Math.max(n, count.get());
            }
            total.set(n);
            context.write(word, total);
        }
    }

    /** Begins with a number that some values are below. */
    static class LargestOfPositive extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        public void reduce(Text word, Iterable<LongWritable> counts, Context context)
                throws IOException, InterruptedException {
            long n = 17;
            for (LongWritable count : counts) {
                n = Math.max(n, count.get());
            }
            context.write(word, new LongWritable(n));
        }
    }

    static class SmallestDouble extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<
                    Text, DoubleWritable, Text, DoubleWritable> {
        private DoubleWritable result = new DoubleWritable();

        @Override
        public void reduce(
                Text word,
                Iterator<DoubleWritable> amounts,
                OutputCollector<Text, DoubleWritable> output,
                Reporter reporter)
                throws IOException {
            double n = Double.MAX_VALUE;
            while (amounts.hasNext()) {
                n = Math.min(n, amounts.next().get());
            }
            result.set(n);
            output.collect(word, result);
        }
    }

    static class LargestFloat extends Reducer<Text, FloatWritable, Text, FloatWritable> {
        @Override
        protected void reduce(Text word, Iterable<FloatWritable> amounts, Context context)
                throws IOException, InterruptedException {
            float n = Float.NEGATIVE_INFINITY;
            for (FloatWritable amount : amounts) {
                n = Math.max(n, amount.get());
            }
            context.write(word, new FloatWritable(n));
        }
    }

    /** Two operations. */
    static class LargestPlusOne extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n = Math.max(n, count.get() + 1);
            }
            context.write(word, new IntWritable(n));
        }
    }

    /** The operands the other way round. */
    static class Backwards extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n = n - count.get();
            }
            context.write(word, new IntWritable(n));
        }
    }

    static class Twice extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
            }
            total.set(n);
            context.write(word, total);
            context.write(word, total);
        }
    }

    static class Cleans extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
            }
            total.set(n);
            context.write(word, total);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new Text("end"), total);
        }
    }

    static class Remembers extends Reducer<Text, IntWritable, Text, IntWritable> {
        static @Nullable Text last;
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
            }
            last = word;
            total.set(n);
            context.write(word, total);
        }
    }

    static class Capped extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n += count.get();
                if (n > 100) {
                    break;
                }
            }
            total.set(n);
            context.write(word, total);
        }
    }
}
