package io.millrace.records.index;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes lines in the order of their keys. */
final class SortReducer extends Reducer<BytesWritable, Text, NullWritable, Text> {

    @Override
    protected void reduce(BytesWritable key, Iterable<Text> lines, Context context)
            throws IOException, InterruptedException {
        for (Text line : lines) {
            context.write(NullWritable.get(), line);
        }
    }
}
