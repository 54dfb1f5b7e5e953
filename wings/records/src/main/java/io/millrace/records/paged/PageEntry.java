package io.millrace.records.paged;

import io.millrace.records.predicate.Zone;
import java.util.List;

/**
 * A page as the footer describes it.
 *
 * @param offset of the page in the file
 * @param length of the page with its header
 * @param first the number of its first record in the file, counted from 0
 * @param zones one for each column of {@link Footer#zones}
 * @param filtersAt where its filters are, from the filters of the first page
 * @param filters the length of each Bloom filter, for the columns of {@link Footer#filters}; 0 if
 *     there is none
 */
record PageEntry(
        long offset,
        int length,
        long first,
        int records,
        List<Zone> zones,
        long filtersAt,
        List<Integer> filters) {

    long end() {
        return offset + length;
    }

    /** The length of all filters. */
    int filterBytes() {
        return filters.stream().mapToInt(Integer::intValue).sum();
    }
}
