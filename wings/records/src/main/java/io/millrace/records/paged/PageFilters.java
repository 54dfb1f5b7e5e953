package io.millrace.records.paged;

import io.millrace.records.predicate.Summary;
import io.millrace.records.predicate.Zone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Bloom filters of pages that follow each other in a file. They are read together, once one of
 * them is asked. Used by one thread.
 */
final class PageFilters {

    private final PagedFile file;
    private final List<PageEntry> pages;
    private byte @Nullable [] bytes;

    PageFilters(PagedFile file, List<PageEntry> pages) {
        this.file = file;
        this.pages = pages;
    }

    /**
     * The zones and filters of a page. Reading the filters may fail with an unchecked exception.
     */
    Summary of(PageEntry page) {
        PageZones zones = new PageZones(file.footer(), page);
        return new Summary() {
            @Override
            public @Nullable Zone zone(int column) {
                return zones.zone(column);
            }

            @Override
            public boolean mayContain(int column, long hash) {
                int index = file.footer().filters().indexOf(column);
                return index < 0
                        || page.filters().get(index) == 0
                        || PageFilters.this.mayContain(page, index, hash);
            }
        };
    }

    private boolean mayContain(PageEntry page, int index, long hash) {
        int at = Math.toIntExact(page.filtersAt() - pages.get(0).filtersAt());
        for (int i = 0; i < index; i++) {
            at += page.filters().get(i);
        }
        int length = page.filters().get(index);
        byte[] all = bytes == null ? load() : bytes;
        if (!PageFilter.isIntact(all, at, length)) {
            throw new UncheckedIOException(
                    PageFrame.failure(
                            file.path(), page, "has a Bloom filter with a wrong checksum"));
        }
        return PageFilter.mayContain(all, at, length, hash);
    }

    private byte[] load() {
        PageEntry last = pages.get(pages.size() - 1);
        long first = pages.get(0).filtersAt();
        byte[] all = new byte[Math.toIntExact(last.filtersAt() + last.filterBytes() - first)];
        try {
            file.read(file.footer().filtersAt() + first, all, all.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes = all;
        return all;
    }
}
