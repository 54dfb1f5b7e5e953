package io.millrace.records.paged;

import io.millrace.records.schema.Schema;
import java.util.List;

/**
 * The content of a paged file's footer.
 *
 * @param zones the columns whose bounds each page has
 * @param filters the columns that have Bloom filters
 * @param filtersAt where the filters of the first page are; those of the others follow
 */
record Footer(
        Schema schema,
        List<Integer> zones,
        List<Integer> filters,
        List<SourceFile> sources,
        long filtersAt,
        List<PageEntry> pages) {

    /** Whether the pages and then their filters follow each other, up to an offset of the file. */
    boolean fits(long end) {
        long at = 0;
        long filterBytes = 0;
        for (PageEntry page : pages) {
            if (page.offset() != at) {
                return false;
            }
            at = page.end();
            for (int length : page.filters()) {
                if (length < 0) {
                    return false;
                }
                filterBytes += length;
            }
        }
        return filtersAt == at && at + filterBytes == end;
    }
}
