package io.millrace.hadoop.combine;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The common ways to write a sum of floating-point numbers, like {@link SumTemplates} for integers.
 */
final class FractionTemplates {

    static final List<Class<?>> FLOATS =
            List.of(NewFloats.class, NewFreshFloats.class, OldFloats.class, OldFreshFloats.class);
    static final List<Class<?>> DOUBLES =
            List.of(
                    NewDoubles.class,
                    NewFreshDoubles.class,
                    OldDoubles.class,
                    OldFreshDoubles.class);

    private FractionTemplates() {}

    static final class NewFloats<K> extends Reducer<K, FloatWritable, K, FloatWritable> {
        private FloatWritable result = new FloatWritable();

        @Override
        public void reduce(K key, Iterable<FloatWritable> values, Context context)
                throws IOException, InterruptedException {
            float sum = 0;
            for (FloatWritable value : values) {
                sum += value.get();
            }
            result.set(sum);
            context.write(key, result);
        }
    }

    static final class NewFreshFloats<K> extends Reducer<K, FloatWritable, K, FloatWritable> {
        @Override
        public void reduce(K key, Iterable<FloatWritable> values, Context context)
                throws IOException, InterruptedException {
            float sum = 0;
            for (FloatWritable value : values) {
                sum += value.get();
            }
            context.write(key, new FloatWritable(sum));
        }
    }

    static final class OldFloats<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, FloatWritable, K, FloatWritable> {
        private FloatWritable result = new FloatWritable();

        @Override
        public void reduce(
                K key,
                Iterator<FloatWritable> values,
                OutputCollector<K, FloatWritable> output,
                Reporter reporter)
                throws IOException {
            float sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            result.set(sum);
            output.collect(key, result);
        }
    }

    static final class OldFreshFloats<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, FloatWritable, K, FloatWritable> {
        @Override
        public void reduce(
                K key,
                Iterator<FloatWritable> values,
                OutputCollector<K, FloatWritable> output,
                Reporter reporter)
                throws IOException {
            float sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            output.collect(key, new FloatWritable(sum));
        }
    }

    static final class NewDoubles<K> extends Reducer<K, DoubleWritable, K, DoubleWritable> {
        private DoubleWritable result = new DoubleWritable();

        @Override
        public void reduce(K key, Iterable<DoubleWritable> values, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            for (DoubleWritable value : values) {
                sum += value.get();
            }
            result.set(sum);
            context.write(key, result);
        }
    }

    static final class NewFreshDoubles<K> extends Reducer<K, DoubleWritable, K, DoubleWritable> {
        @Override
        public void reduce(K key, Iterable<DoubleWritable> values, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            for (DoubleWritable value : values) {
                sum += value.get();
            }
            context.write(key, new DoubleWritable(sum));
        }
    }

    static final class OldDoubles<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, DoubleWritable, K, DoubleWritable> {
        private DoubleWritable result = new DoubleWritable();

        @Override
        public void reduce(
                K key,
                Iterator<DoubleWritable> values,
                OutputCollector<K, DoubleWritable> output,
                Reporter reporter)
                throws IOException {
            double sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            result.set(sum);
            output.collect(key, result);
        }
    }

    static final class OldFreshDoubles<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, DoubleWritable, K, DoubleWritable> {
        @Override
        public void reduce(
                K key,
                Iterator<DoubleWritable> values,
                OutputCollector<K, DoubleWritable> output,
                Reporter reporter)
                throws IOException {
            double sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            output.collect(key, new DoubleWritable(sum));
        }
    }
}
