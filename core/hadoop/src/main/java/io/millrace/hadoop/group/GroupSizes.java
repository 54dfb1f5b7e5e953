package io.millrace.hadoop.group;

import io.millrace.engine.trace.KeyGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The largest groups of a reduce attempt. A group costs an addition for each record, and a
 * comparison at its end: only groups that are larger than one of the largest so far are kept. Used
 * by the attempt's thread.
 */
public final class GroupSizes {

    private static final int KEPT = 5;
    private static final int LONGEST_KEY = 100;
    private static final String CUT = "...";

    /** A single record is not a hot key. */
    private static final int FEWEST_RECORDS = 2;

    /** The largest first. */
    private final List<KeyGroup> largest = new ArrayList<>();

    /** Groups of no more bytes are not kept. */
    private long least;

    private long records;
    private long bytes;

    /** Adds a record to the current group. */
    void add(int keyBytes, int valueBytes) {
        records++;
        bytes += keyBytes + valueBytes;
    }

    /**
     * Ends the current group.
     *
     * @param key its key, as the reducer left it; null if no group has begun
     */
    void end(@Nullable Object key) {
        if (bytes > least && records >= FEWEST_RECORDS && key != null) {
            keep(new KeyGroup(text(key), records, bytes));
        }
        records = 0;
        bytes = 0;
    }

    private void keep(KeyGroup group) {
        largest.add(group);
        largest.sort(Comparator.comparingLong(KeyGroup::bytes).reversed());
        if (largest.size() > KEPT) {
            largest.remove(KEPT);
        }
        if (largest.size() == KEPT) {
            least = largest.get(KEPT - 1).bytes();
        }
    }

    /** The text of a key in user code, which may fail: the job must not. */
    private static String text(Object key) {
        String text;
        try {
            text = String.valueOf(key);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            text = key.getClass().getName() + " without a text (" + e.getClass().getName() + ")";
        }
        return text.length() <= LONGEST_KEY
                ? text
                : text.substring(0, LONGEST_KEY - CUT.length()) + CUT;
    }

    /** The largest groups that have ended, the largest first. */
    public List<KeyGroup> largest() {
        return List.copyOf(largest);
    }
}
