package io.millrace.bench.exchange;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A far end that a thread of this process opens and uses. */
final class PartnerThread implements Partner {

    private static final int CLOSE_SECONDS = 20;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<End> end;
    private Future<?> last;

    /** Begins to open the far end. */
    PartnerThread(Callable<End> opening) {
        end = thread.submit(opening);
        last = end;
    }

    @Override
    public void answer(Talk talk, int bytes, int count) {
        last =
                thread.submit(() -> {
                    talk.answer(end.get(), bytes, count);
                    return null;
                });
    }

    @Override
    public void await() throws Exception {
        last.get();
    }

    @Override
    public void leave() {
        last =
                thread.submit(() -> {
                    end.get().close();
                    return null;
                });
        thread.shutdown();
    }

    @Override
    public void close() {
        boolean closed = false;
        try {
            closed = thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!closed) {
            thread.shutdownNow();
        }
    }
}
