// A combiner that changes its keys: what is pushed is sorted once more.
import java.io.*;
import java.util.*;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.*;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.*;
import org.apache.hadoop.mapreduce.lib.input.*;
import org.apache.hadoop.mapreduce.lib.output.*;

public class CombinerRekeys {
    public static final String TRAITS = "ORDER IMPURE COMBINES REKEYS";
    public static final String[] INPUT = {"a b c d e\n"};

    public static boolean drive(Configuration base, Path in, Path out, Predicate<Object> run) throws Exception {
        Job job = Job.getInstance(new Configuration(base), "job");
        JobConf conf = (JobConf) job.getConfiguration();
        FileInputFormat.addInputPath(job, in);
        FileOutputFormat.setOutputPath(job, out);
        job.setMapperClass(Words.class);
        job.setCombinerClass(Backwards.class);
        job.setReducerClass(Sum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        return run.test(job);
    }

    public static class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException, InterruptedException {
            for (String word : value.toString().split(" ")) {
                context.write(new Text(word), new IntWritable(1));
            }
        }
    }

    public static class Sum extends Reducer<Text, IntWritable, Text, IntWritable> {
        private final IntWritable sum = new IntWritable();

        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context) throws IOException, InterruptedException {
            int result = 0;
            for (IntWritable value : values) {
                result += value.get();
            }
            sum.set(result);
            context.write(key, sum);
        }
    }

    public static class Backwards extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context) throws IOException, InterruptedException {
            for (IntWritable value : values) {
                context.write(new Text("" + (char) ('z' - (key.charAt(0) - 'a'))), value);
            }
        }
    }
}
