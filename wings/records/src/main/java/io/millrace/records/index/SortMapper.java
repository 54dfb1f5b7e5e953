package io.millrace.records.index;

import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Emits lines by the key of the index. Used by the thread of one task. */
final class SortMapper extends Mapper<LongWritable, DelimitedRecord, BytesWritable, Text> {

    private final Text line = new Text();
    private SortKey key;

    @Override
    protected void setup(Context context) throws IOException {
        key = IndexSettings.sortKey(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable offset, DelimitedRecord record, Context context)
            throws IOException, InterruptedException {
        TextSlice slice = record.line();
        line.set(slice.bytes(), slice.offset(), slice.length());
        context.write(key.of(record), line);
    }
}
