package io.millrace.apps.marco;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.io.Text;

/** Names by decreasing count; those with equal counts by name. Used by one thread. */
final class Ranking {

    private record Entry(String name, int count) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            return count == other.count
                    ? name.compareTo(other.name)
                    : Integer.compare(other.count, count);
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    void clear() {
        entries.clear();
    }

    void add(String name, int count) {
        entries.add(new Entry(name, count));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Sets a text to {@code name:count} for each name, separated by blanks. */
    void list(Text target) {
        Collections.sort(entries);
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            text.append(text.length() == 0 ? "" : " ").append(entry.name());
            text.append(':').append(entry.count());
        }
        target.set(text.toString());
    }
}
