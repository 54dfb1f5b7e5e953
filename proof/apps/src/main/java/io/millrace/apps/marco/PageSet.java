package io.millrace.apps.marco;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.WritableUtils;

/** Numbers of pages. Used by one thread. */
final class PageSet {

    private static final int FIRST_PAGES = 8;

    private long[] pages = new long[FIRST_PAGES];
    private int size;

    void clear() {
        size = 0;
    }

    void add(long page) {
        makeRoom(1);
        pages[size++] = page;
    }

    void addAll(PageSet other) {
        makeRoom(other.size);
        System.arraycopy(other.pages, 0, pages, size, other.size);
        size += other.size;
    }

    /** Puts the pages in order and removes duplicates. */
    void sort() {
        Arrays.sort(pages, 0, size);
        int distinct = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || pages[i] != pages[i - 1]) {
                pages[distinct++] = pages[i];
            }
        }
        size = distinct;
    }

    int size() {
        return size;
    }

    long page(int index) {
        return pages[index];
    }

    private void makeRoom(int more) {
        if (pages.length - size < more) {
            pages = Arrays.copyOf(pages, Math.max(2 * pages.length, Math.addExact(size, more)));
        }
    }

    void write(DataOutput out) throws IOException {
        WritableUtils.writeVInt(out, size);
        for (int i = 0; i < size; i++) {
            WritableUtils.writeVLong(out, pages[i]);
        }
    }

    void readFields(DataInput in) throws IOException {
        int count = WritableUtils.readVInt(in);
        size = 0;
        makeRoom(count);
        for (int i = 0; i < count; i++) {
            pages[i] = WritableUtils.readVLong(in);
        }
        size = count;
    }

    /** Appends the numbers, separated by commas. */
    void list(StringBuilder text) {
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ",").append(pages[i]);
        }
    }
}
