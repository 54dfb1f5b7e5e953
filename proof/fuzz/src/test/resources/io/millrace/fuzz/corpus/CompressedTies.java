// Hadoop's own fetcher took compressed map outputs by a random hash, under millrace.sort.ties=hadoop too.
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

public class CompressedTies {
    public static final String TRAITS = "ORDER IMPURE COMPRESSES";
    public static final String[] INPUT = {"a\n", "b\n", "c\n", "d\n", "e\n", "f\n"};

    public static boolean drive(Configuration base, Path in, Path out, Predicate<Object> run) throws Exception {
        Job job = Job.getInstance(new Configuration(base), "job");
        JobConf conf = (JobConf) job.getConfiguration();
        FileInputFormat.addInputPath(job, in);
        FileOutputFormat.setOutputPath(job, out);
        job.setMapperClass(Words.class);
        conf.setBoolean("mapreduce.map.output.compress", true);
        job.setReducerClass(Joined.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return run.test(job);
    }

    public static class Words extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException, InterruptedException {
            context.write(new Text("key"), value);
        }
    }

    public static class Joined extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context) throws IOException, InterruptedException {
            StringBuilder all = new StringBuilder();
            for (Text value : values) {
                all.append(value);
            }
            context.write(key, new Text(all.toString()));
        }
    }
}
