package io.millrace.bench.combiners;

import java.io.IOException;
import java.util.Locale;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * A job over the words of a text with a combiner of a kind: {@code KIND INPUT OUTPUT}. The launcher
 * starts it as it starts any user's job.
 */
public final class CombinerProgram extends Configured implements Tool {

    @Override
    public int run(String[] arguments) throws Exception {
        CombinerKind kind = CombinerKind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        Job job = Job.getInstance(getConf(), "combiner " + arguments[0]);
        job.setJarByClass(CombinerProgram.class);
        FileInputFormat.addInputPath(job, new Path(arguments[1]));
        FileOutputFormat.setOutputPath(job, new Path(arguments[2]));
        job.setMapperClass(Words.class);
        if (kind.isOld()) {
            ((JobConf) job.getConfiguration())
                    .setCombinerClass(
                            kind.combiner().asSubclass(org.apache.hadoop.mapred.Reducer.class));
        } else {
            job.getConfiguration()
                    .setClass(MRJobConfig.COMBINE_CLASS_ATTR, kind.combiner(), Reducer.class);
        }
        job.setReducerClass(kind.reducer());
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job.waitForCompletion(true) ? 0 : 1;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new CombinerProgram(), arguments));
    }

    /** Each word, with the number 1 and the length of its line. */
    public static final class Words extends Mapper<LongWritable, Text, Text, Text> {

        private final Text word = new Text();
        private final Text value = new Text();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            value.set("1 " + line.getLength());
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                context.write(word, value);
            }
        }
    }
}
