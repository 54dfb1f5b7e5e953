package io.millrace.engine.record;

/** No records. */
public final class EmptyCursor extends ArrayCursor {

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
