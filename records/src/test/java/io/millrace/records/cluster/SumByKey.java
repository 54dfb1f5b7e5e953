package io.millrace.records.cluster;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.input.DecodedAvro;
import io.millrace.records.input.DecodedPages;
import io.millrace.records.input.DecodedText;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** A job as users write it: adds the second column for each value of the first one. */
public final class SumByKey extends Configured implements Tool {

    /** Takes decoded records. */
    public static final class Pairs
            extends Mapper<LongWritable, DelimitedRecord, Text, LongWritable> {
        @Override
        protected void map(LongWritable position, DelimitedRecord record, Context context)
                throws IOException, InterruptedException {
            context.write(
                    new Text(record.getText(0).toString()), new LongWritable(record.getInt(1)));
        }
    }

    /** Takes records of Avro files. */
    public static final class AvroPairs
            extends Mapper<LongWritable, AvroRecord, Text, LongWritable> {
        @Override
        protected void map(LongWritable block, AvroRecord record, Context context)
                throws IOException, InterruptedException {
            context.write(
                    new Text(record.getText(0).toString()), new LongWritable(record.getLong(1)));
        }
    }

    /** Arguments: {@code text}, {@code pages} or {@code avro}, input, output. */
    @Override
    public int run(String[] arguments) throws Exception {
        Job job = Job.getInstance(getConf(), "sum by key");
        job.setJarByClass(SumByKey.class);
        job.setInputFormatClass(
                switch (arguments[0]) {
                    case "pages" -> DecodedPages.class;
                    case "avro" -> DecodedAvro.class;
                    default -> DecodedText.class;
                });
        job.setMapperClass(arguments[0].equals("avro") ? AvroPairs.class : Pairs.class);
        job.setReducerClass(LongSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        FileInputFormat.addInputPath(job, new Path(arguments[1]));
        FileOutputFormat.setOutputPath(job, new Path(arguments[2]));
        return job.waitForCompletion(true) ? 0 : 1;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new SumByKey(), arguments));
    }
}
