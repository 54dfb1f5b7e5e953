package io.millrace.apps.marco;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** The sum of the counts of each name. Used by one thread. */
final class NameSums implements Iterable<Map.Entry<String, Integer>> {

    private final Map<String, Integer> sums = new HashMap<>();

    /** Sets this to the sums over some lists. */
    void set(Iterable<NameCounts> lists) {
        sums.clear();
        for (NameCounts list : lists) {
            list.forEach((name, count) -> sums.merge(name, count, Integer::sum));
        }
    }

    @Override
    public Iterator<Map.Entry<String, Integer>> iterator() {
        return sums.entrySet().iterator();
    }
}
