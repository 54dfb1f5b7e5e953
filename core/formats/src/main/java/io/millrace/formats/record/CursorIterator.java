package io.millrace.formats.record;

import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.meter.Pacer;
import java.io.IOException;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/**
 * Adapts the engine's cursor to the input of Hadoop's contexts. The cursor is lent: closing the
 * iterator leaves it open. Used by one thread.
 */
public final class CursorIterator implements RawKeyValueIterator {

    private final RecordCursor cursor;
    private final DoubleConsumer onProgress;
    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();
    private final Progress progress = new Progress();
    private final Pacer pacer = new Pacer();

    /**
     * An iterator over the remaining records of {@code cursor}.
     *
     * @param onProgress receives at intervals the share of the records read, 0 to 1
     */
    public CursorIterator(RecordCursor cursor, DoubleConsumer onProgress) {
        this.cursor = cursor;
        this.onProgress = onProgress;
    }

    @Override
    public boolean next() throws IOException {
        boolean more = cursor.next();
        if (pacer.due() || !more) {
            float share = more ? cursor.progress() : 1;
            progress.set(share);
            onProgress.accept(share);
        }
        return more;
    }

    @Override
    public DataInputBuffer getKey() {
        key.reset(cursor.keyBytes(), cursor.keyOffset(), cursor.keyLength());
        return key;
    }

    @Override
    public DataInputBuffer getValue() {
        value.reset(cursor.valueBytes(), cursor.valueOffset(), cursor.valueLength());
        return value;
    }

    @Override
    public Progress getProgress() {
        return progress;
    }

    @Override
    public void close() {}
}
