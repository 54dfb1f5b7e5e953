package io.millrace.bench.exchange;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An end of two threads that share some arrays: one copies a message in, and the other copies it
 * out. A lower bound for processes that share memory, whose messages cross from one core's cache to
 * another's.
 */
final class HandedCopy implements End {

    private final Lane out;
    private final Lane in;
    private final byte[] content = new byte[MAX_BYTES];

    private HandedCopy(Lane out, Lane in) {
        this.out = out;
        this.in = in;
    }

    static Way open() {
        Lane there = new Lane();
        Lane back = new Lane();
        return new Conversation(new HandedCopy(there, back), new HandedCopy(back, there), () -> {});
    }

    @Override
    public void send(int bytes) {
        await(out.received, out.sent.get() - Lane.SLOTS + 1);
        System.arraycopy(content, 0, out.slot(out.sent.get()), 0, bytes);
        out.sent.incrementAndGet();
    }

    @Override
    public void receive(int bytes) {
        await(in.sent, in.received.get() + 1);
        System.arraycopy(in.slot(in.received.get()), 0, content, 0, bytes);
        in.received.incrementAndGet();
    }

    @SuppressWarnings("ThreadPriorityCheck") // the other thread may have no core of its own
    private static void await(AtomicLong count, long wanted) {
        while (count.get() < wanted) {
            Thread.yield();
        }
    }

    /** The messages of one direction. */
    private static final class Lane {

        /** As many as a transport lets wait. */
        static final int SLOTS = 4;

        private final byte[][] slots = new byte[SLOTS][MAX_BYTES];
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong received = new AtomicLong();

        byte[] slot(long number) {
            return slots[(int) (number % SLOTS)];
        }
    }
}
