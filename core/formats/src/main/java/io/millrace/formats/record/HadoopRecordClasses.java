package io.millrace.formats.record;

import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.RecordEntry;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

/** Hadoop's commonest key and value classes. */
public final class HadoopRecordClasses implements FormatProvider {

    @Override
    public List<RecordEntry<?>> records() {
        return List.of(
                new RecordEntry<>(Text.class, KnownWriters.TEXT, KnownReaders.TEXT),
                new RecordEntry<>(BytesWritable.class, KnownWriters.BYTES, KnownReaders.BYTES),
                new RecordEntry<>(NullWritable.class, KnownWriters.NULL, null),
                new RecordEntry<>(IntWritable.class, KnownWriters.INT, KnownReaders.INT),
                new RecordEntry<>(LongWritable.class, KnownWriters.LONG, KnownReaders.LONG),
                new RecordEntry<>(FloatWritable.class, KnownWriters.FLOAT, KnownReaders.FLOAT),
                new RecordEntry<>(DoubleWritable.class, KnownWriters.DOUBLE, KnownReaders.DOUBLE));
    }
}
