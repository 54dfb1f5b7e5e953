package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * Jobs whose map tasks spill several times in Hadoop, with combiners of several kinds. What most of
 * them put out depends on how often they are called, and on which records.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, everywhere
public final class SpilledCombiners {

    /** Counters of combiner instances. */
    public static final String CALLS = "combiner calls";

    private static final int REPEATS = 7;

    /** Makes records long, so that few of them fill a sort buffer. */
    private static final String PADDING = " " + "-".repeat(60);

    private SpilledCombiners() {}

    /** The kinds of combiners. */
    public enum Kind {
        /** A sum that tells how often it was computed. */
        COUNTED_SUM(CountedSum.class),
        /** Counts and lengths, for averages. */
        AVERAGES(Averages.class),
        /** The three largest values: several records for each key. */
        TOP_THREE(TopThree.class),
        /** Emits everything at its end, and counts its beginnings and ends. */
        AT_THE_END(AtTheEnd.class),
        /** Emits nothing for some keys. */
        DROPS(Drops.class),
        /** A combiner of the old API, which counts its ends. */
        OLD(OldSum.class);

        private final Class<?> type;

        Kind(Class<?> type) {
            this.type = type;
        }
    }

    /**
     * A job with such a combiner.
     *
     * @param settings seen by both frameworks
     */
    public static JobCase of(Kind kind, Map<String, String> settings) {
        String name = "spilled-" + kind + "-" + settings.values();
        return JobCase.of(
                name.replaceAll("[^A-Za-z0-9-]", "-"),
                Corpora.zipf(2, 500, 2000),
                run -> {
                    Job job = run.newJob(name);
                    settings.forEach(job.getConfiguration()::set);
                    job.setMapperClass(Words.class);
                    if (kind == Kind.OLD) {
                        ((JobConf) job.getConfiguration()).setCombinerClass(OldSum.class);
                    } else {
                        job.getConfiguration()
                                .setClass(MRJobConfig.COMBINE_CLASS_ATTR, kind.type, Reducer.class);
                    }
                    job.setReducerClass(Lists.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(3);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** Each word several times, with the number 1 and a position. */
    public static final class Words extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            for (String word : line.toString().split(" ", -1)) {
                for (int i = 0; i < REPEATS; i++) {
                    context.write(
                            new Text(word),
                            new Text("1 " + (position.get() * REPEATS + i) + PADDING));
                }
            }
        }
    }

    /** All values of a key, in an order that depends on nothing else. */
    public static final class Lists extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            TreeMap<String, Integer> sorted = new TreeMap<>();
            values.forEach(value -> sorted.merge(value.toString(), 1, Integer::sum));
            context.write(key, new Text(sorted.toString()));
        }
    }

    private static long[] sums(Iterator<Text> values) {
        long[] sums = new long[2];
        while (values.hasNext()) {
            String[] parts = values.next().toString().split(" ", -1);
            sums[0] += Long.parseLong(parts[0]);
            sums[1] += Long.parseLong(parts[1]);
        }
        return sums;
    }

    /** Adds up, and adds one for its own call. */
    public static final class CountedSum extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long[] sums = sums(values.iterator());
            context.write(key, new Text(sums[0] + " " + (sums[1] + 1)));
        }
    }

    /** Adds up numbers and positions. */
    public static final class Averages extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long[] sums = sums(values.iterator());
            context.write(key, new Text(sums[0] + " " + sums[1]));
        }
    }

    /** Emits the three largest different values, the largest first. */
    public static final class TopThree extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            TreeSet<String> all = new TreeSet<>();
            values.forEach(value -> all.add(value.toString()));
            for (String value :
                    List.copyOf(all.descendingSet()).subList(0, Math.min(3, all.size()))) {
                context.write(key, new Text(value));
            }
        }
    }

    /** Keeps its results until its end. */
    public static final class AtTheEnd extends Reducer<Text, Text, Text, Text> {
        private final TreeMap<Text, String> results = new TreeMap<>();

        @Override
        protected void setup(Context context) {
            context.getCounter(CALLS, "setup").increment(1);
        }

        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context) {
            long[] sums = sums(values.iterator());
            results.put(new Text(key), sums[0] + " " + (sums[1] + 1));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.getCounter(CALLS, "cleanup").increment(1);
            for (Map.Entry<Text, String> result : results.entrySet()) {
                context.write(result.getKey(), new Text(result.getValue()));
            }
        }
    }

    /** Emits nothing for every fourth sum. */
    public static final class Drops extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long[] sums = sums(values.iterator());
            if (sums[0] % 4 != 0) {
                context.write(key, new Text(sums[0] + " " + sums[1]));
            }
        }
    }

    /** Adds up, in the old API. */
    public static final class OldSum extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        private @Nullable Reporter last;

        @Override
        public void reduce(
                Text key,
                Iterator<Text> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            last = reporter;
            long[] sums = sums(values);
            output.collect(key, new Text(sums[0] + " " + (sums[1] + 1)));
        }

        @Override
        public void close() {
            if (last != null) {
                last.incrCounter(CALLS, "close", 1);
            }
        }
    }
}
