package io.millrace.cluster.reduce;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.ForwardingCursor;
import io.millrace.engine.record.KeyCheckedSink;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * A partial reducer that stops when its round is dropped, gives way to fetchers, and has to read
 * all records: those that it left unread would be missing from the job's result. Used by one
 * thread; {@link #recordsRead} by any.
 */
final class GuardedReducer implements Combiner {

    private static final int PACE = 64;

    private final Combiner reducer;
    private final AttemptGuard guard;
    private final FetchActivity fetchers;

    private volatile long recordsRead;

    GuardedReducer(Combiner reducer, AttemptGuard guard, FetchActivity fetchers) {
        this.reducer = reducer;
        this.guard = guard;
        this.fetchers = fetchers;
    }

    /** About as many records as the reducer has read. */
    long recordsRead() {
        return recordsRead;
    }

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        RecordSink guarded = new KeyCheckedSink(out, (array, offset, length) -> guard.check());
        reducer.combineRun(partition, new Paced(sorted), guarded);
        guard.check();
        if (sorted.next()) {
            throw new IOException(
                    "the partial reducer ended before it had read all records; it must read each group that it is given");
        }
    }

    /** Gives way between records, now and then. */
    private final class Paced extends ForwardingCursor {

        private long read;

        Paced(RecordCursor records) {
            super(records);
        }

        @Override
        public boolean next() throws IOException {
            if (++read % PACE == 0) {
                guard.check();
                recordsRead = read;
                giveWay();
            }
            return super.next();
        }

        private void giveWay() throws InterruptedIOException {
            try {
                fetchers.giveWay();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (InterruptedIOException)
                        new InterruptedIOException("the round was dropped").initCause(e);
            }
        }
    }
}
