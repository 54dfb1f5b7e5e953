package io.millrace.records.paged;

import io.millrace.records.predicate.Summary;
import io.millrace.records.predicate.Zone;
import org.jspecify.annotations.Nullable;

/** The zones of a page, from the footer. */
record PageZones(Footer footer, PageEntry page) implements Summary {

    @Override
    public @Nullable Zone zone(int column) {
        int index = footer.zones().indexOf(column);
        return index < 0 ? null : page.zones().get(index);
    }

    @Override
    public boolean mayContain(int column, long hash) {
        return true;
    }
}
