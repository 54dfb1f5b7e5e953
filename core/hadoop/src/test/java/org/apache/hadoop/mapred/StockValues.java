package org.apache.hadoop.mapred;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.util.Progressable;

/** Lets tests see Hadoop's own values iterator, to compare with. */
public final class StockValues<K, V> {

    private final Task.ValuesIterator<K, V> values;

    public StockValues(
            RawKeyValueIterator in,
            RawComparator<K> grouping,
            Class<K> keyClass,
            Class<V> valueClass,
            Configuration conf,
            Progressable life)
            throws IOException {
        values = new Task.ValuesIterator<>(in, grouping, keyClass, valueClass, conf, life);
    }

    public boolean hasGroup() {
        return values.more();
    }

    public K key() {
        return values.getKey();
    }

    public void nextGroup() throws IOException {
        values.nextKey();
    }

    public Iterator<V> values() {
        return values;
    }
}
