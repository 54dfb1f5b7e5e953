package io.millrace.fuzz.run;

import java.util.Arrays;
import java.util.Comparator;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;

/**
 * Sorts Hadoop's map output so that records with equal keys stay in the order of emission, as
 * Millrace promises; Hadoop does not determine their order. Hadoop passes the last record first.
 */
public final class StableSort implements IndexedSorter {

    @Override
    public void sort(IndexedSortable records, int from, int to) {
        Integer[] order = new Integer[to - from];
        Arrays.setAll(order, i -> to - 1 - i);
        Comparator<Integer> comparator = records::compare;
        Arrays.sort(order, comparator);
        int[] wanted = Arrays.stream(order).mapToInt(Integer::intValue).toArray();
        for (int i = 0; i < wanted.length; i++) {
            int source = wanted[i] - from;
            while (source < i) {
                source = wanted[source] - from;
            }
            wanted[i] = from + source;
            records.swap(from + i, from + source);
        }
    }

    @Override
    public void sort(IndexedSortable records, int from, int to, Progressable progress) {
        sort(records, from, to);
    }
}
