package io.millrace.engine.merge;

import io.millrace.engine.record.ArrayCursor;

/** No records. */
final class EmptyCursor extends ArrayCursor {

    @Override
    public boolean next() {
        return false;
    }

    @Override
    public long prefix() {
        return 0;
    }

    @Override
    public float progress() {
        return 1;
    }

    @Override
    public void close() {}
}
