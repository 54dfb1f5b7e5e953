package io.millrace.workers.isolation;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** A job that relies on statics that are empty when a task begins. */
final class Tops {

    private Tops() {}

    /** The longest words of its split, kept in a static, as tutorials do. */
    public static final class TopMapper extends Mapper<LongWritable, Text, Text, LongWritable> {
        private static final TreeMap<String, Long> COUNTS = new TreeMap<>();

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            for (String word : value.toString().split(" ", -1)) {
                COUNTS.merge(word, 1L, Long::sum);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (Map.Entry<String, Long> entry : COUNTS.entrySet()) {
                context.write(new Text(entry.getKey()), new LongWritable(entry.getValue()));
            }
        }
    }
}
