package io.millrace.hadoop.jobs;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** An inverted index over made-up documents: map output larger than any input, not combined. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, everywhere
public final class Postings {

    private static final int VOCABULARY = 20_000;

    private Postings() {}

    /** (token, document and position); documents and their tokens depend on the split alone. */
    public static final class Tokens extends Mapper<IntWritable, LongWritable, Text, Text> {
        private final Text token = new Text();
        private final Text place = new Text();
        private Random random = new Random(0);

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            if (number.get() == 0) {
                random = new Random(split.get());
            }
            // Squared, so that tokens are as unequal as words.
            double drawn = random.nextDouble();
            token.set("token-%06d".formatted((int) (drawn * drawn * VOCABULARY)));
            place.set(
                    "a document of the collection, number %05d, position %07d, of the one field that it has"
                            .formatted(split.get(), number.get()));
            context.write(token, place);
        }
    }

    /** How many places a token has, and the first of them. */
    public static final class Documents extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text token, Iterable<Text> places, Context context)
                throws IOException, InterruptedException {
            int count = 0;
            String first = "";
            for (Text place : places) {
                first = count++ == 0 ? place.toString() : first;
            }
            context.write(token, new Text(count + "\t" + first));
        }
    }
}
