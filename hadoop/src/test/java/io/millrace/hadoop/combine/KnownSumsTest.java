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

class KnownSumsTest {

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
                Largest.class,
                Twice.class,
                Cleans.class,
                Remembers.class,
                Capped.class);
    }

    @ParameterizedTest
    @MethodSource("intSums")
    void sumsOfIntsAreKnownByTheirCode(Class<?> combiner) {
        assertThat(KnownSums.of(combiner, Text.class, IntWritable.class)).isNotNull();
        assertThat(KnownSums.of(combiner, Text.class, LongWritable.class)).isNull();
    }

    @ParameterizedTest
    @MethodSource("longSums")
    void sumsOfLongsAreKnownByTheirCode(Class<?> combiner) {
        assertThat(KnownSums.of(combiner, Text.class, LongWritable.class)).isNotNull();
        assertThat(KnownSums.of(combiner, Text.class, IntWritable.class)).isNull();
    }

    @Test
    void sumsOfFractionsAreKnownByTheirCode() {
        assertThat(KnownSums.of(DoubleSums.class, Text.class, DoubleWritable.class)).isNotNull();
        assertThat(KnownSums.of(DoubleSums.class, Text.class, FloatWritable.class)).isNull();
        assertThat(KnownSums.of(FloatSums.class, Text.class, FloatWritable.class)).isNotNull();
        assertThat(KnownSums.of(FloatSums.class, Text.class, DoubleWritable.class)).isNull();
        assertThat(KnownSums.of(SumsAsDouble.class, Text.class, FloatWritable.class)).isNull();
    }

    @ParameterizedTest
    @MethodSource("others")
    void whateverDoesAnythingElseIsNot(Class<?> combiner) {
        assertThat(KnownSums.of(combiner, Text.class, IntWritable.class)).isNull();
    }

    @Test
    void aKeyThatTheCombinerWouldRefuseIsLeftToIt() {
        assertThat(KnownSums.of(TutorialSum.class, BytesWritable.class, IntWritable.class))
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

    private static byte[] sum(Class<?> combiner, Class<?> type, byte[] one, byte[] other) {
        Accumulator accumulator = accumulator(combiner, type);
        assertThat(accumulator.valueBytes()).isEqualTo(one.length);
        accumulator.first(one, 0);
        accumulator.add(one, 0, other, 0);
        return one;
    }

    private static Accumulator accumulator(Class<?> combiner, Class<?> type) {
        Function<CombineCounts, Accumulator> known =
                Objects.requireNonNull(KnownSums.of(combiner, Text.class, type));
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

    static class Largest extends Reducer<Text, IntWritable, Text, IntWritable> {
        private IntWritable total = new IntWritable();

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int n = 0;
            for (IntWritable count : counts) {
                n = Math.max(n, count.get());
            }
            total.set(n);
            context.write(word, total);
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
