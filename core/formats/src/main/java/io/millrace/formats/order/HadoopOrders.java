package io.millrace.formats.order;

import io.millrace.engine.record.FingerprintOrder;
import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.OrderEntry;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;

/** Hadoop's comparators of its commonest keys, and the one by fingerprints. */
public final class HadoopOrders implements FormatProvider {

    @Override
    public List<OrderEntry> orders() {
        List<OrderEntry> all = new ArrayList<>(hadoops());
        for (Class<?> keys : FingerprintJobs.KEYS) {
            all.add(new OrderEntry(keys, FingerprintComparator.class, FingerprintOrder.INSTANCE));
        }
        return all;
    }

    private static List<OrderEntry> hadoops() {
        return List.of(
                new OrderEntry(Text.class, Text.Comparator.class, KnownOrder.TEXT),
                new OrderEntry(
                        BytesWritable.class, BytesWritable.Comparator.class, KnownOrder.BYTES),
                new OrderEntry(MD5Hash.class, MD5Hash.Comparator.class, KnownOrder.MD5),
                new OrderEntry(IntWritable.class, IntWritable.Comparator.class, KnownOrder.INTS),
                new OrderEntry(LongWritable.class, LongWritable.Comparator.class, KnownOrder.LONGS),
                new OrderEntry(
                        LongWritable.class,
                        LongWritable.DecreasingComparator.class,
                        KnownOrder.DECREASING_LONGS),
                new OrderEntry(
                        ShortWritable.class, ShortWritable.Comparator.class, KnownOrder.SHORTS),
                new OrderEntry(
                        ByteWritable.class, ByteWritable.Comparator.class, KnownOrder.BYTE_VALUES),
                new OrderEntry(
                        BooleanWritable.class,
                        BooleanWritable.Comparator.class,
                        KnownOrder.BOOLEANS),
                new OrderEntry(
                        FloatWritable.class, FloatWritable.Comparator.class, KnownOrder.FLOATS),
                new OrderEntry(
                        DoubleWritable.class, DoubleWritable.Comparator.class, KnownOrder.DOUBLES),
                new OrderEntry(
                        NullWritable.class, NullWritable.Comparator.class, KnownOrder.NOTHING));
    }
}
