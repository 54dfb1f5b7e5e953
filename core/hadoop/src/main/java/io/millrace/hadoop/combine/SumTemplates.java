package io.millrace.hadoop.combine;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The common ways to write a sum of integers: those of Hadoop's library, examples, tutorials and
 * the like. A reducer with the compiled code of a template does the same as the template; {@link
 * KnownFolds} compares them. Templates never run.
 */
final class SumTemplates {

    static final List<Class<?>> INTS =
            List.of(NewInts.class, NewFreshInts.class, OldInts.class, OldFreshInts.class);
    static final List<Class<?>> LONGS =
            List.of(NewLongs.class, NewFreshLongs.class, OldLongs.class, OldFreshLongs.class);

    private SumTemplates() {}

    static final class NewInts<K> extends Reducer<K, IntWritable, K, IntWritable> {
        private IntWritable result = new IntWritable();

        @Override
        public void reduce(K key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable value : values) {
                sum += value.get();
            }
            result.set(sum);
            context.write(key, result);
        }
    }

    static final class NewFreshInts<K> extends Reducer<K, IntWritable, K, IntWritable> {
        @Override
        public void reduce(K key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable value : values) {
                sum += value.get();
            }
            context.write(key, new IntWritable(sum));
        }
    }

    static final class NewLongs<K> extends Reducer<K, LongWritable, K, LongWritable> {
        private LongWritable result = new LongWritable();

        @Override
        public void reduce(K key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            result.set(sum);
            context.write(key, result);
        }
    }

    static final class NewFreshLongs<K> extends Reducer<K, LongWritable, K, LongWritable> {
        @Override
        public void reduce(K key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
        }
    }

    static final class OldInts<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, IntWritable, K, IntWritable> {
        private IntWritable result = new IntWritable();

        @Override
        public void reduce(
                K key,
                Iterator<IntWritable> values,
                OutputCollector<K, IntWritable> output,
                Reporter reporter)
                throws IOException {
            int sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            result.set(sum);
            output.collect(key, result);
        }
    }

    static final class OldFreshInts<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, IntWritable, K, IntWritable> {
        @Override
        public void reduce(
                K key,
                Iterator<IntWritable> values,
                OutputCollector<K, IntWritable> output,
                Reporter reporter)
                throws IOException {
            int sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            output.collect(key, new IntWritable(sum));
        }
    }

    static final class OldLongs<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, LongWritable, K, LongWritable> {
        private LongWritable result = new LongWritable();

        @Override
        public void reduce(
                K key,
                Iterator<LongWritable> values,
                OutputCollector<K, LongWritable> output,
                Reporter reporter)
                throws IOException {
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            result.set(sum);
            output.collect(key, result);
        }
    }

    static final class OldFreshLongs<K> extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<K, LongWritable, K, LongWritable> {
        @Override
        public void reduce(
                K key,
                Iterator<LongWritable> values,
                OutputCollector<K, LongWritable> output,
                Reporter reporter)
                throws IOException {
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            output.collect(key, new LongWritable(sum));
        }
    }
}
