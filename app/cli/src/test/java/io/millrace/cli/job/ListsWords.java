package io.millrace.cli.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.map.InverseMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A job whose output shows in which order values came: for each second column, the first ones. */
public final class ListsWords extends Reducer<Text, Text, Text, Text> {

    public static void main(String[] arguments) throws Exception {
        Job job = Job.getInstance(new Configuration(), "lists words");
        job.setJarByClass(ListsWords.class);
        job.setInputFormatClass(KeyValueTextInputFormat.class);
        job.setMapperClass(InverseMapper.class);
        job.setReducerClass(ListsWords.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, new Path(arguments[0]));
        FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
        System.exit(job.waitForCompletion(true) ? 0 : 1);
    }

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
            throws IOException, InterruptedException {
        List<String> list = new ArrayList<>();
        values.forEach(value -> list.add(value.toString()));
        context.write(key, new Text(String.join(",", list)));
    }
}
