package io.millrace.apps.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cuts a length into blocks and has several threads work on them, each with a buffer of its own.
 */
final class ParallelBlocks {

    /** Work on one block; called by many threads, each time with a block that nobody else has. */
    @FunctionalInterface
    interface BlockWork {
        void run(long number, long position, int length, byte[] buffer) throws IOException;
    }

    private final long totalBytes;
    private final int blockBytes;

    ParallelBlocks(long totalBytes, int blockBytes) {
        this.totalBytes = totalBytes;
        this.blockBytes = blockBytes;
    }

    /** Returns when all blocks are done; the first failure ends the work and is thrown. */
    void forEach(int threads, BlockWork work) throws IOException, InterruptedException {
        long blocks = (totalBytes + blockBytes - 1) / blockBytes;
        AtomicLong next = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(
                        pool.submit(() -> {
                            workOff(next, blocks, work);
                            return null;
                        }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("a block of text could not be made", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private void workOff(AtomicLong next, long blocks, BlockWork work) throws IOException {
        byte[] buffer = new byte[blockBytes];
        for (long number = next.getAndIncrement();
                number < blocks;
                number = next.getAndIncrement()) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            long position = number * blockBytes;
            work.run(number, position, (int) Math.min(blockBytes, totalBytes - position), buffer);
        }
    }
}
