package io.millrace.engine.shuffle.partial;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.record.ForwardingCursor;
import io.millrace.engine.record.KeyCheckedSink;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.DistinctKeys;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Stands behind a partial reducer and checks, for one partition, that each key that goes in comes
 * out, and no other: a key that is changed or dropped would be missing from the job's result, and
 * nobody would know. Records may be emitted by any thread.
 */
final class KeptKeys {

    private final Object lock = new Object();

    /** An instance for emitting threads, since that of the records is for one thread. */
    @GuardedBy("lock")
    private final KeyOrder emittedOrder;

    @GuardedBy("lock")
    private final Expected expected;

    /** Whether a key has come out, which is then the current one. */
    @GuardedBy("lock")
    private boolean begun;

    /** The keys that go in, in their order. */
    private interface Expected {

        /** Moves to the next key; false if there is none. */
        boolean next() throws IOException;

        /** Compares the current key. */
        boolean is(KeyOrder order, byte[] array, int offset, int length);
    }

    private KeptKeys(KeyOrder emittedOrder, Expected expected) {
        this.emittedOrder = emittedOrder;
        this.expected = expected;
    }

    /**
     * A check for one partition of a sorted chunk, which is lent.
     *
     * @param emittedOrder used by no other thread meanwhile
     */
    static KeptKeys of(Chunk sorted, int partition, KeyOrder emittedOrder) {
        DistinctKeys keys = new DistinctKeys(sorted, partition, emittedOrder);
        return new KeptKeys(
                emittedOrder,
                new Expected() {
                    @Override
                    public boolean next() throws IOException {
                        return keys.next();
                    }

                    @Override
                    public boolean is(KeyOrder order, byte[] array, int offset, int length) {
                        return order.compare(
                                        keys.bytes(),
                                        keys.offset(),
                                        keys.length(),
                                        array,
                                        offset,
                                        length)
                                == 0;
                    }
                });
    }

    /** A check whose keys are {@linkplain Incoming noted as they are read}. */
    static KeptKeys of(Incoming incoming, KeyOrder emittedOrder) {
        return new KeptKeys(emittedOrder, incoming.noted);
    }

    /** Where the records that come out go. */
    RecordSink after(RecordSink sink) {
        return new KeyCheckedSink(sink, this::emit);
    }

    private void emit(byte[] array, int offset, int length) throws IOException {
        synchronized (lock) {
            if (begun && expected.is(emittedOrder, array, offset, length)) {
                return;
            }
            begun = true;
            if (!expected.next() || !expected.is(emittedOrder, array, offset, length)) {
                throw new PartialReduceException(
                        "the partial reducer emitted a key that is not the one it was given; it must emit the key of each group, in their order");
            }
        }
    }

    /**
     * Checks that every key has come out.
     *
     * @throws PartialReduceException if one has not
     */
    void checkComplete() throws IOException {
        Cancellation cancellation = Cancellation.here();
        synchronized (lock) {
            int missing = 0;
            while (expected.next()) {
                cancellation.record();
                missing++;
            }
            if (missing > 0) {
                throw new PartialReduceException(
                        "the partial reducer emitted nothing for "
                                + missing
                                + " of the keys that it was given; it must emit at least one record for each");
            }
        }
    }

    /** Keys that one thread notes and another takes. */
    private static final class Noted implements Expected {

        private final Object lock = new Object();

        @GuardedBy("lock")
        private final Deque<byte[]> waiting = new ArrayDeque<>();

        @GuardedBy("lock")
        private byte[] current = new byte[0];

        void note(byte[] key) {
            synchronized (lock) {
                waiting.add(key);
            }
        }

        @Override
        public boolean next() {
            synchronized (lock) {
                byte[] next = waiting.poll();
                current = next == null ? current : next;
                return next != null;
            }
        }

        @Override
        public boolean is(KeyOrder order, byte[] array, int offset, int length) {
            synchronized (lock) {
                return order.compare(current, 0, current.length, array, offset, length) == 0;
            }
        }
    }

    /**
     * Merged records on their way in: counts them, notes each new key, and marks the phase. Used by
     * one thread.
     */
    static final class Incoming extends ForwardingCursor {

        private final KeyOrder order;
        private final PhaseMark mark;
        private final Noted noted = new Noted();
        private byte @Nullable [] key;
        private long records;

        Incoming(RecordCursor records, KeyOrder order, PhaseMark mark) {
            super(records);
            this.order = order;
            this.mark = mark;
        }

        /** Records read so far. */
        long records() {
            return records;
        }

        @Override
        public boolean next() throws IOException {
            mark.enter(Phase.PARTIAL_SORT);
            boolean more = super.next();
            if (more) {
                records++;
                if (!sameKey()) {
                    noteIfNew();
                }
            }
            mark.enter(Phase.PARTIAL_REDUCE);
            return more;
        }

        private void noteIfNew() {
            byte[] last = key;
            if (last != null
                    && order.compare(last, 0, last.length, keyBytes(), keyOffset(), keyLength())
                            == 0) {
                return;
            }
            byte[] fresh = Arrays.copyOfRange(keyBytes(), keyOffset(), keyOffset() + keyLength());
            key = fresh;
            noted.note(fresh);
        }
    }
}
