// A combiner that counts what it gets: it is called for each spill, however small the pieces are that a spill is sorted in.
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

public class CombinerOfShortPieces {
    public static final String TRAITS = "IMPURE COMBINES";
    public static final String[] INPUT = {"a b c d e\n"};

    public static boolean drive(Configuration base, Path in, Path out, Predicate<Object> run) throws Exception {
        Job job = Job.getInstance(new Configuration(base), "job");
        JobConf conf = (JobConf) job.getConfiguration();
        conf.set("millrace.collector.kind", "sort");
        FileInputFormat.addInputPath(job, in);
        FileOutputFormat.setOutputPath(job, out);
        job.setMapperClass(Words.class);
        job.setCombinerClass(Count.class);
        job.setReducerClass(Sum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        return run.test(job);
    }

    public static class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException, InterruptedException {
            for (String word : value.toString().split(" ")) {
                for (int i = 0; i < 400; i++) {
                    context.write(new Text(word + i % 170), new IntWritable(1));
                }
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

    public static class Count extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context) throws IOException, InterruptedException {
            int count = 0;
            for (IntWritable value : values) {
                count++;
            }
            context.write(key, new IntWritable(count * count));
        }
    }
}
