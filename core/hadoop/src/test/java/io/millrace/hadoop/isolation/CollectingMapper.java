package io.millrace.hadoop.isolation;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Leaves what it has seen in a static, for a test to look at after the job. */
public final class CollectingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {

    static final List<String> SEEN = new ArrayList<>();

    @Override
    protected void map(LongWritable key, Text value, Context context) {
        SEEN.add(value.toString());
    }
}
