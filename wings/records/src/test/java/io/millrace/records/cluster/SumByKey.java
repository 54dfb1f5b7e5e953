package io.millrace.records.cluster;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.input.DecodedAvro;
import io.millrace.records.input.DecodedPages;
import io.millrace.records.input.DecodedProto;
import io.millrace.records.input.DecodedText;
import io.millrace.records.input.DecodedWritable;
import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.writable.WritableRecord;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
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

    /** Takes messages. */
    public static final class Messages
            extends Mapper<LongWritable, ProtoRecord, Text, LongWritable> {
        @Override
        protected void map(LongWritable offset, ProtoRecord record, Context context)
                throws IOException, InterruptedException {
            context.write(
                    new Text(record.getText(0).toString()), new LongWritable(record.getInt(1)));
        }
    }

    /** Takes Writables. */
    public static final class Writables
            extends Mapper<LongWritable, WritableRecord, Text, LongWritable> {
        @Override
        protected void map(LongWritable offset, WritableRecord record, Context context)
                throws IOException, InterruptedException {
            context.write(
                    new Text(record.getText(0).toString()), new LongWritable(record.getInt(1)));
        }
    }

    /** The input formats. */
    enum Kind {
        TEXT(DecodedText.class, Pairs.class),
        PAGES(DecodedPages.class, Pairs.class),
        AVRO(DecodedAvro.class, AvroPairs.class),
        PROTO(DecodedProto.class, Messages.class),
        WRITABLE(DecodedWritable.class, Writables.class);

        private final Class<? extends InputFormat<?, ?>> format;
        private final Class<? extends Mapper<?, ?, ?, ?>> mapper;

        Kind(
                Class<? extends InputFormat<?, ?>> format,
                Class<? extends Mapper<?, ?, ?, ?>> mapper) {
            this.format = format;
            this.mapper = mapper;
        }
    }

    /** Arguments: the kind of the input, input, output. */
    @Override
    public int run(String[] arguments) throws Exception {
        Job job = Job.getInstance(getConf(), "sum by key");
        job.setJarByClass(SumByKey.class);
        Kind kind = Kind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        job.setInputFormatClass(kind.format);
        job.setMapperClass(kind.mapper);
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
