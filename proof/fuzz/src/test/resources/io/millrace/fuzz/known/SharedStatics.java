// Map tasks that find in a static what others of their job left there.
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

public class SharedStatics {
    public static final String TRAITS = "STATICS IMPURE";
    public static final String[] INPUT = {"a b c\n", "d e f\n", "g h i\n", "j k l\n"};

    public static boolean drive(Configuration base, Path in, Path out, Predicate<Object> run) throws Exception {
        Job job = Job.getInstance(new Configuration(base), "job");
        JobConf conf = (JobConf) job.getConfiguration();
        FileInputFormat.addInputPath(job, in);
        FileOutputFormat.setOutputPath(job, out);
        job.setMapperClass(Counting.class);
        job.setReducerClass(Sum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        return run.test(job);
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

    public static class Counting extends Mapper<LongWritable, Text, Text, IntWritable> {
        static int held;

        @Override
        protected void setup(Context context) {
            held = 0;
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException, InterruptedException {
            for (String word : value.toString().split(" ")) {
                held++;
                Thread.sleep(20);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new Text("held" + held), new IntWritable(held));
        }
    }
}
