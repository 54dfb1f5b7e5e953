package io.millrace.engine.record;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of several cursors, one of which is the current one. Used by one thread at a time.
 */
public abstract class CompositeCursor implements RecordCursor {

    private final List<RecordCursor> cursors;
    private final Closeable resources;

    /** The cursor with the current record; an empty cursor if there is no current record. */
    protected RecordCursor current = new EmptyCursor();

    /**
     * A cursor that owns {@code cursors}.
     *
     * @param resources closed after the cursors
     */
    protected CompositeCursor(List<RecordCursor> cursors, Closeable resources) {
        this.cursors = List.copyOf(cursors);
        this.resources = resources;
    }

    @Override
    public long prefix() {
        return current.prefix();
    }

    @Override
    public final byte[] keyBytes() {
        return current.keyBytes();
    }

    @Override
    public final int keyOffset() {
        return current.keyOffset();
    }

    @Override
    public final int keyLength() {
        return current.keyLength();
    }

    @Override
    public final byte[] valueBytes() {
        return current.valueBytes();
    }

    @Override
    public final int valueOffset() {
        return current.valueOffset();
    }

    @Override
    public final int valueLength() {
        return current.valueLength();
    }

    @Override
    public final float progress() {
        float sum = 0;
        for (RecordCursor cursor : cursors) {
            sum += cursor.progress();
        }
        return cursors.isEmpty() ? 1 : sum / cursors.size();
    }

    /** Closes all, even if one of them fails; then throws the first failure. */
    @Override
    public final void close() throws IOException {
        IOException failure = null;
        for (RecordCursor cursor : cursors) {
            failure = close(cursor, failure);
        }
        failure = close(resources, failure);
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable IOException close(Closeable what, @Nullable IOException earlier) {
        try {
            what.close();
            return earlier;
        } catch (IOException e) {
            return earlier == null ? e : earlier;
        }
    }
}
