package io.millrace.bench.combiners;

import io.millrace.bench.frame.Word;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Reducer;

/** Kinds of combiners whose work no table can do in their place. */
enum CombinerKind {
    /** Counts and sums, for averages. */
    AVERAGES(Averages.class, Averages.class),
    /** The largest values: several records for each key. */
    TOP(Top.class, Top.class),
    /** Each value once. */
    DISTINCT(Distinct.class, Distinct.class),
    /** Keeps all sums, and emits them at its end. */
    LATE(Late.class, Averages.class),
    /** A combiner of the old API. */
    OLD(OldAverages.class, Averages.class);

    private static final int MOST = 3;

    private final Class<?> combiner;

    @SuppressWarnings("rawtypes") // as in Hadoop's signatures
    private final Class<? extends Reducer> reducer;

    @SuppressWarnings("rawtypes")
    CombinerKind(Class<?> combiner, Class<? extends Reducer> reducer) {
        this.combiner = combiner;
        this.reducer = reducer;
    }

    /** The reducer that makes the job's result from the combiner's output. */
    @SuppressWarnings("rawtypes")
    Class<? extends Reducer> reducer() {
        return reducer;
    }

    /** Its name on a command line. */
    String word() {
        return Word.of(this);
    }

    Class<?> combiner() {
        return combiner;
    }

    boolean isOld() {
        return this == OLD;
    }

    private static Text sum(Iterator<Text> values) {
        long count = 0;
        long sum = 0;
        while (values.hasNext()) {
            String value = values.next().toString();
            int blank = value.indexOf(' ');
            count += Long.parseLong(value.substring(0, blank));
            sum += Long.parseLong(value.substring(blank + 1));
        }
        return new Text(count + " " + sum);
    }

    /** Adds up counts and lengths. */
    public static final class Averages extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text word, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            context.write(word, sum(values.iterator()));
        }
    }

    /** Emits some of the different values. */
    abstract static class Some extends Reducer<Text, Text, Text, Text> {

        private final Function<NavigableSet<String>, List<String>> choice;

        Some(Function<NavigableSet<String>, List<String>> choice) {
            this.choice = choice;
        }

        @Override
        protected void reduce(Text word, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            NavigableSet<String> all = new TreeSet<>();
            for (Text value : values) {
                all.add(value.toString());
            }
            for (String each : choice.apply(all)) {
                context.write(word, new Text(each));
            }
        }
    }

    /** Emits the largest values. */
    public static final class Top extends Some {
        public Top() {
            super(all -> all.descendingSet().stream().limit(MOST).toList());
        }
    }

    /** Emits each value once. */
    public static final class Distinct extends Some {
        public Distinct() {
            super(ArrayList::new);
        }
    }

    /** Emits nothing before its end. */
    public static final class Late extends Reducer<Text, Text, Text, Text> {

        private final TreeMap<Text, Text> sums = new TreeMap<>();

        @Override
        protected void reduce(Text word, Iterable<Text> values, Context context) {
            sums.put(new Text(word), sum(values.iterator()));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (var each : sums.entrySet()) {
                context.write(each.getKey(), each.getValue());
            }
        }
    }

    /** Adds up in the old API. */
    public static final class OldAverages extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        @Override
        public void reduce(
                Text word,
                Iterator<Text> values,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            out.collect(word, sum(values));
        }
    }
}
