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
    private int at;
    private int taken;

    PageLines(Path file, PageEntry page, byte[] content) {
        this.file = file;
        this.page = page;
        this.content = content;
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
            return false;
        }
        int length = 0;
        int shift = 0;
        while (at < content.length && content[at] < 0 && shift < MOST_SHIFT) {
            length |= (content[at++] & LOW_BITS) << shift;
            shift += BITS;
        }
        if (at < content.length) {
            length |= content[at++] << shift;
        }
        if (length < 0 || length > content.length - at) {
            throw PageFrame.failure(file, page, "has a record that ends after it");
        }
        record.wrap(content, at, length);
        at += length;
        taken++;
        record.position(page.offset(), number());
        return true;
    }
}
