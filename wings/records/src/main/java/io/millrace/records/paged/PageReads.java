package io.millrace.records.paged;

import java.io.IOException;
import java.util.List;

/**
 * Reads some pages of a file, in order. Pages are read together, with gaps between them that take
 * less time to read than to skip. Used by one thread.
 */
final class PageReads {

    /** A read ends after this many bytes. */
    private static final int MOST_BYTES = 4 << 20;

    private final PagedFile file;
    private final List<PageEntry> pages;
    private final int gap;
    private byte[] bytes = {};
    private long start;
    private long end;

    PageReads(PagedFile file, List<PageEntry> pages, int gap) {
        this.file = file;
        this.pages = pages;
        this.gap = gap;
    }

    /** Makes sure that a page is in {@link #bytes}; the page is not before the last one. */
    void read(int index) throws IOException {
        PageEntry page = pages.get(index);
        if (page.end() <= end) {
            return;
        }
        start = page.offset();
        end = page.end();
        for (int next = index + 1; next < pages.size(); next++) {
            PageEntry other = pages.get(next);
            if (other.offset() - end > gap || other.end() - start > MOST_BYTES) {
                break;
            }
            end = other.end();
        }
        int length = Math.toIntExact(end - start);
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        file.read(start, bytes, length);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where a page is in {@link #bytes}. */
    int position(int index) {
        return (int) (pages.get(index).offset() - start);
    }
}
