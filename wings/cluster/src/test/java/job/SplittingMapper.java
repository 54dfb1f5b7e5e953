package job;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Splits lines into words, and prints what has split the last one. */
public final class SplittingMapper extends Mapper<Object, Text, Text, IntWritable> {

    private final Text word = new Text();
    private final IntWritable one = new IntWritable(1);
    private String splitter = "";

    @Override
    protected void map(Object key, Text line, Context context)
            throws IOException, InterruptedException {
        StringTokenizer words = new StringTokenizer(line.toString());
        splitter = words.getClass().getName();
        while (words.hasMoreTokens()) {
            word.set(words.nextToken());
            context.write(word, one);
        }
    }

    @Override
    protected void cleanup(Context context) {
        System.out.println(context.getTaskAttemptID() + " used " + splitter);
    }
}
