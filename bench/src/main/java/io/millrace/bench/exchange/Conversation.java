package io.millrace.bench.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two ends: one is used by the calling thread, and the other by a thread that answers. */
final class Conversation implements Way {

    private static final int ANSWER_BYTES = 8;

    private final End near;
    private final End far;
    private final Closeable both;
    private final ExecutorService partner = Executors.newSingleThreadExecutor();

    /**
     * A conversation.
     *
     * @param both closes the ends, together with the conversation
     */
    Conversation(End near, End far, Closeable both) {
        this.near = near;
        this.far = far;
        this.both = both;
    }

    @Override
    public long roundTrips(int bytes, int count) throws Exception {
        Future<?> answering =
                partner.submit(() -> {
                    for (int i = 0; i < count; i++) {
                        far.receive(bytes);
                        far.send(bytes);
                    }
                    return null;
                });
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            near.send(bytes);
            near.receive(bytes);
        }
        long elapsed = System.nanoTime() - start;
        answering.get();
        return elapsed;
    }

    @Override
    public long stream(int bytes, int count) throws Exception {
        Future<?> answering =
                partner.submit(() -> {
                    for (int i = 0; i < count; i++) {
                        far.receive(bytes);
                    }
                    far.send(ANSWER_BYTES);
                    return null;
                });
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            near.send(bytes);
        }
        near.receive(ANSWER_BYTES);
        long elapsed = System.nanoTime() - start;
        answering.get();
        return elapsed;
    }

    @Override
    public void close() throws IOException {
        partner.shutdownNow();
        both.close();
    }
}
