package io.millrace.records.paged;

import io.millrace.records.schema.Schema;
import java.util.List;

/**
 * The form of a paged file that is written.
 *
 * @param schema of the records; a header is not one of them
 * @param pageBytes the size of a page's records after which the page ends
 * @param zones the columns whose bounds each page has
 * @param filters the columns that have a Bloom filter in each page
 * @param sources the files with the records, if these are known
 */
public record PagedOptions(
        Schema schema,
        PageCodec codec,
        int pageBytes,
        List<Integer> zones,
        List<Integer> filters,
        List<SourceFile> sources) {

    /** Copies the lists. */
    public PagedOptions {
        zones = List.copyOf(zones);
        filters = List.copyOf(filters);
        sources = List.copyOf(sources);
    }
}
