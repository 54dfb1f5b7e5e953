package io.millrace.engine.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.record.ForwardingCursor;
import io.millrace.engine.record.KeyCheckedSink;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.Tally;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Stands around a partial reducer and checks, for one partition, that each key that goes in comes
 * out, and no other: a key that is changed or dropped would be missing from the job's result, and
 * nobody would know. Records may be emitted by any thread; the cursor is used by one.
 */
final class KeptKeys {

    private final int partition;
    private final KeyOrder order;
    private final Tally in;

    private final Object lock = new Object();

    /** An instance for emitting threads, since that of the merge is for one thread. */
    @GuardedBy("lock")
    private final KeyOrder emittedOrder;

    /** Keys that went in and have not come out, in their order. */
    @GuardedBy("lock")
    private final Deque<byte[]> expected = new ArrayDeque<>();

    /** The key that came out last. */
    @GuardedBy("lock")
    private byte @Nullable [] emitted;

    /**
     * A check for one partition.
     *
     * @param order used by the thread that reads
     * @param emittedOrder the same order, used by no other thread meanwhile
     * @param in counts records that go in
     */
    KeptKeys(int partition, KeyOrder order, KeyOrder emittedOrder, Tally in) {
        this.emittedOrder = emittedOrder;
        this.partition = partition;
        this.order = order;
        this.in = in;
    }

    /** The records that go in. */
    RecordCursor before(RecordCursor records) {
        return new Incoming(records);
    }

    /** Where the records that come out go. */
    RecordSink after(RecordSink sink) {
        return new KeyCheckedSink(sink, this::emit);
    }

    private void expect(byte[] key) {
        synchronized (lock) {
            expected.add(key);
        }
    }

    private void emit(byte[] array, int offset, int length) throws PartialReduceException {
        synchronized (lock) {
            byte[] last = emitted;
            if (last != null
                    && emittedOrder.compare(last, 0, last.length, array, offset, length) == 0) {
                return;
            }
            byte[] next = expected.poll();
            if (next == null
                    || emittedOrder.compare(next, 0, next.length, array, offset, length) != 0) {
                throw new PartialReduceException(
                        "the partial reducer emitted a key that is not the one it was given; it must emit the key of each group, in their order");
            }
            emitted = next;
        }
    }

    /**
     * Checks that every key has come out.
     *
     * @throws PartialReduceException if one has not
     */
    void checkComplete() throws PartialReduceException {
        synchronized (lock) {
            if (!expected.isEmpty()) {
                throw new PartialReduceException(
                        "the partial reducer emitted nothing for "
                                + expected.size()
                                + " of the keys that it was given; it must emit at least one record for each");
            }
        }
    }

    /** Notes each new key. */
    private final class Incoming extends ForwardingCursor {

        private byte @Nullable [] key;

        Incoming(RecordCursor records) {
            super(records);
        }

        @Override
        public boolean next() throws IOException {
            if (!super.next()) {
                return false;
            }
            in.add(partition, keyLength(), valueLength());
            byte[] last = key;
            if (last == null
                    || !(sameKey()
                            || order.compare(
                                            last,
                                            0,
                                            last.length,
                                            keyBytes(),
                                            keyOffset(),
                                            keyLength())
                                    == 0)) {
                byte[] fresh =
                        Arrays.copyOfRange(keyBytes(), keyOffset(), keyOffset() + keyLength());
                key = fresh;
                expect(fresh);
            }
            return true;
        }
    }
}
