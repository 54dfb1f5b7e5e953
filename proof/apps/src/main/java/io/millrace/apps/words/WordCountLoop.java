package io.millrace.apps.words;

import io.millrace.apps.job.LoopTool;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.util.ToolRunner;

/**
 * Counts the words of a text once more in each iteration. Each map task keeps the counts of its
 * share of the words, and gets only these: reduce-scatter adds up what the others have counted.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class WordCountLoop extends LoopTool {

    private static final int DEFAULT_ITERATIONS = 10;

    public WordCountLoop() {
        super("wordcount-loop", DEFAULT_ITERATIONS);
    }

    /** (word, its number in the split), and (word of the task's share, its count so far). */
    public static final class Counts extends Mapper<LongWritable, Text, Text, LongWritable> {

        private final Map<String, Long> counts = new HashMap<>();

        @Override
        protected void setup(Context context) throws IOException {
            for (KeyValue record : DynamicData.of(context)) {
                counts.put(record.key().toString(), ((LongWritable) record.value()).get());
            }
        }

        @Override
        protected void map(LongWritable position, Text line, Context context) {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                counts.merge(words.nextToken(), 1L, Long::sum);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (Map.Entry<String, Long> each : counts.entrySet()) {
                context.write(new Text(each.getKey()), new LongWritable(each.getValue()));
            }
        }
    }

    @Override
    protected Class<? extends InputFormat<?, ?>> inputFormat() {
        return TextInputFormat.class;
    }

    @Override
    protected DynamicData start(Configuration conf, Path input) {
        return DynamicData.EMPTY;
    }

    @Override
    protected List<Step> body() {
        return List.of(
                Step.map(Counts.class, Text.class, LongWritable.class)
                        .reduceScatter(NumberOperation.SUM));
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new WordCountLoop(), arguments));
    }
}
