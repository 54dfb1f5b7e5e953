package io.millrace.engine.ties;

import io.millrace.engine.record.CompositeCursor;
import io.millrace.engine.record.EmptyCursor;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/** The records of several cursors, one cursor after the other. */
public final class ChainedCursor extends CompositeCursor {

    private final Iterator<RecordCursor> more;
    private final boolean leavesValues;

    /**
     * Cursors whose records are in order from one cursor to the next; this owns the cursors.
     *
     * @param resources closed after the cursors
     */
    public ChainedCursor(List<RecordCursor> cursors, Closeable resources) {
        super(cursors, resources);
        more = List.copyOf(cursors).iterator();
        leavesValues = cursors.stream().anyMatch(RecordCursor::leavesValues);
    }

    @Override
    public boolean next() throws IOException {
        while (!current.next()) {
            if (!more.hasNext()) {
                current = new EmptyCursor();
                return false;
            }
            current = more.next();
        }
        return true;
    }

    @Override
    public boolean leavesValues() {
        return leavesValues;
    }

    @Override
    public void fetchValue() throws IOException {
        current.fetchValue();
    }
}
