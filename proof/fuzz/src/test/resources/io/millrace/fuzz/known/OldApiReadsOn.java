// A value that reads on until there is no more, in Hadoop's old API beyond its record.
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

public class OldApiReadsOn {
    public static final String TRAITS = "IMPURE COMBINES";
    public static final String[] INPUT = {"a bb ccc\n"};

    public static boolean drive(Configuration base, Path in, Path out, Predicate<Object> run) throws Exception {
        Job job = Job.getInstance(new Configuration(base), "job");
        JobConf conf = (JobConf) job.getConfiguration();
        FileInputFormat.addInputPath(job, in);
        FileOutputFormat.setOutputPath(job, out);
        conf.setMapperClass(Words.class);
        conf.setCombinerClass(Counting.class);
        conf.setReducerClass(Lengths.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(Rest.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        return run.test(job);
    }

    public static class Rest implements Writable {
        int length;

        @Override
        public void write(DataOutput out) throws IOException {
            out.write(7);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            length = 0;
            try {
                while (true) {
                    in.readByte();
                    length++;
                }
            } catch (EOFException e) {
                // has all
            }
        }
    }

    public static class Words extends MapReduceBase implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Rest> {
        @Override
        public void map(LongWritable key, Text value, OutputCollector<Text, Rest> out, Reporter reporter) throws IOException {
            for (String word : value.toString().split(" ")) {
                out.collect(new Text(word), new Rest());
            }
        }
    }

    public static class Counting extends MapReduceBase implements org.apache.hadoop.mapred.Reducer<Text, Rest, Text, Rest> {
        @Override
        public void reduce(Text key, Iterator<Rest> values, OutputCollector<Text, Rest> out, Reporter reporter) throws IOException {
            while (values.hasNext()) {
                Rest value = values.next();
                reporter.incrCounter("bytes", "read", value.length);
                out.collect(key, value);
            }
        }
    }

    public static class Lengths extends MapReduceBase implements org.apache.hadoop.mapred.Reducer<Text, Rest, Text, IntWritable> {
        @Override
        public void reduce(Text key, Iterator<Rest> values, OutputCollector<Text, IntWritable> out, Reporter reporter) throws IOException {
            while (values.hasNext()) {
                out.collect(key, new IntWritable(values.next().length));
            }
        }
    }
}
