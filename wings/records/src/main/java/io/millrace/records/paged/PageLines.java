package io.millrace.records.paged;

import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** The lines of a page's content. Used by one thread. */
final class PageLines {

    private static final int BITS = 7;
    private static final int LOW_BITS = 0x7f;
    private static final int MOST_SHIFT = 28;

    private final Path file;
    private final PageEntry page;
    private final byte[] content;
    private final int limit;
    private int at;
    private int taken;

    /**
     * The lines of a page.
     *
     * @param limit the length of the content, which may not fill its array
     */
    PageLines(Path file, PageEntry page, byte[] content, int limit) {
        this.file = file;
        this.page = page;
        this.content = content;
        this.limit = limit;
    }

    /** The array with the content, which the next page may have. */
    byte[] content() {
        return content;
    }

    /** The number of the current line in the file. */
    long number() {
        return page.first() + taken - 1;
    }

    /** Moves a record to the next line; false after the last. */
    boolean next(DelimitedRecord record) throws IOException {
        if (taken == page.records()) {
            if (at < limit) {
                throw PageFrame.failure(file, page, "has more bytes than its records");
            }
            return false;
        }
        int length = 0;
        int shift = 0;
        while (at < limit && content[at] < 0 && shift < MOST_SHIFT) {
            length |= (content[at++] & LOW_BITS) << shift;
            shift += BITS;
        }
        if (at == limit) {
            throw PageFrame.failure(file, page, "has fewer records than its header says");
        }
        length |= content[at++] << shift;
        if (length < 0 || length > limit - at) {
            throw PageFrame.failure(file, page, "has a record that ends after it");
        }
        record.wrap(content, at, length);
        at += length;
        taken++;
        record.position(page.offset(), number());
        return true;
    }
}
