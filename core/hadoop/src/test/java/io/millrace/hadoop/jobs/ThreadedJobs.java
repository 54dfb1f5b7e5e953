package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * Word counts in which other threads than the one that is called emit, as those of Hadoop Streaming
 * do: mapper, combiner and reducer only queue what they have to say, and what they queued last is
 * emitted while they are being closed.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class ThreadedJobs {
    private static final int THREADS = 2;

    private ThreadedJobs() {}

    /** With {@code setup} and {@code cleanup}, from which other threads emit as well. */
    public static JobCase newApi() {
        return JobCase.of(
                        "emits-from-threads-everywhere",
                        Corpora.zipf(3, 1200, 900),
                        run -> {
                            Job job = run.newJob("threads everywhere");
                            job.setMapperClass(QueueingMapper.class);
                            job.setCombinerClass(QueueingCombiner.class);
                            job.setReducerClass(QueueingReducer.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(IntWritable.class);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        },
                        Trait.COMBINES)
                .inAnyOrder();
    }

    /** As Streaming has them. */
    public static JobCase oldApi() {
        return JobCase.of(
                        "emits-from-threads-everywhere-old",
                        Corpora.zipf(3, 1200, 900),
                        run -> {
                            JobConf job = run.oldJob("threads everywhere, old");
                            job.setMapperClass(OldQueueingMapper.class);
                            job.setCombinerClass(OldQueueingCombiner.class);
                            job.setReducerClass(OldQueueingReducer.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(IntWritable.class);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        },
                        Trait.COMBINES)
                .inAnyOrder();
    }

    /** Where records go in the end. */
    private interface Emitter {
        void emit(Text key, IntWritable value) throws IOException, InterruptedException;
    }

    /** Threads that emit what is queued, side by side. */
    private static final class Emitting {
        private static final Object[] END = new Object[0];

        private final LinkedBlockingQueue<Object[]> queue = new LinkedBlockingQueue<>();
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final Thread[] threads;

        Emitting(int count, Emitter emitter) {
            threads = new Thread[count];
            for (int i = 0; i < count; i++) {
                threads[i] = new Thread(() -> run(emitter), "emits " + i);
                threads[i].start();
            }
        }

        void add(String key, int value) {
            queue.add(new Object[] {key, value});
        }

        private void run(Emitter emitter) {
            Text key = new Text();
            IntWritable value = new IntWritable();
            try {
                for (Object[] next = queue.take(); next != END; next = queue.take()) {
                    key.set((String) next[0]);
                    value.set((Integer) next[1]);
                    emitter.emit(key, value);
                }
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                failure.set(e);
            }
        }

        void end() throws IOException {
            for (int i = 0; i < threads.length; i++) {
                queue.add(END);
            }
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException("interrupted while threads still emit");
                }
            }
            if (failure.get() != null) {
                throw new IOException("a thread could not emit", failure.get());
            }
        }
    }

    /** Queues words. */
    public static final class QueueingMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private @Nullable Emitting emitting;

        @Override
        protected void setup(Context context) {
            emitting = new Emitting(THREADS, context::write);
            emitting.add("a task began", 1);
        }

        @Override
        @SuppressWarnings("NullAway") // set up before
        protected void map(LongWritable position, Text line, Context context) {
            for (String word : line.toString().split("\\s+", -1)) {
                emitting.add(word, 1);
            }
        }

        @Override
        @SuppressWarnings("NullAway")
        protected void cleanup(Context context) throws IOException {
            emitting.add("a task ends", 1);
            emitting.end();
        }
    }

    /** Queues sums. */
    public static class QueueingReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
        private @Nullable Emitting emitting;

        @Override
        protected void setup(Context context) {
            emitting = new Emitting(threads(), context::write);
        }

        @Override
        @SuppressWarnings("NullAway") // set up before
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context) {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            emitting.add(word.toString(), sum);
        }

        @Override
        @SuppressWarnings("NullAway")
        protected void cleanup(Context context) throws IOException {
            emitting.end();
        }

        int threads() {
            return THREADS;
        }
    }

    /** Emits from one thread, as what a combiner emits has to stay in order. */
    public static final class QueueingCombiner extends QueueingReducer {
        @Override
        int threads() {
            return 1;
        }
    }

    /** Queues words, in the old API. */
    public static final class OldQueueingMapper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        private @Nullable Emitting emitting;

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter) {
            if (emitting == null) {
                emitting = new Emitting(THREADS, output::collect);
            }
            for (String word : line.toString().split("\\s+", -1)) {
                emitting.add(word, 1);
            }
        }

        @Override
        public void close() throws IOException {
            if (emitting != null) {
                emitting.end();
            }
        }
    }

    /** Queues sums, in the old API. */
    public static class OldQueueingReducer extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, IntWritable> {
        private @Nullable Emitting emitting;

        @Override
        public void reduce(
                Text word,
                Iterator<IntWritable> counts,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter) {
            if (emitting == null) {
                emitting = new Emitting(threads(), output::collect);
            }
            int sum = 0;
            while (counts.hasNext()) {
                sum += counts.next().get();
            }
            emitting.add(word.toString(), sum);
        }

        int threads() {
            return THREADS;
        }

        @Override
        public void close() throws IOException {
            if (emitting != null) {
                emitting.end();
            }
        }
    }

    /** The same in the old API. */
    public static final class OldQueueingCombiner extends OldQueueingReducer {
        @Override
        int threads() {
            return 1;
        }
    }
}
