package io.millrace.records.input;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroTwin;
import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoTwin;
import io.millrace.records.writable.WritableRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Mapper;

/** Mappers that print all columns of binary records. */
final class BinaryJobs {

    private BinaryJobs() {}

    /** Prints records. */
    static final class Printer<R> extends Mapper<LongWritable, R, Text, NullWritable> {
        @Override
        protected void map(LongWritable key, R record, Context context)
                throws IOException, InterruptedException {
            context.write(shown(record), NullWritable.get());
        }
    }

    /** Prints records; old API. */
    static final class OldPrinter<R> extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, R, Text, NullWritable> {
        @Override
        public void map(
                LongWritable key,
                R record,
                OutputCollector<Text, NullWritable> output,
                Reporter reporter)
                throws IOException {
            output.collect(shown(record), NullWritable.get());
        }
    }

    private static Text shown(Object record) {
        if (record instanceof WritableRecord pair) {
            return new Text(pair.getText(0) + "|" + pair.getLong(1));
        }
        return new Text(
                record instanceof AvroRecord avro
                        ? AvroTwin.shown(avro)
                        : ProtoTwin.shown((ProtoRecord) record));
    }
}
