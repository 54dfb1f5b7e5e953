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
        List<PageEntry> pages) {}
