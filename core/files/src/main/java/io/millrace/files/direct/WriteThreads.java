package io.millrace.files.direct;

import io.millrace.files.process.MillraceProcess;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The background threads of a process that write local files, and their buffers: a fixed number per
 * core, whatever the number of files. Buffers are allocated on first use and kept. Thread-safe.
 */
final class WriteThreads implements Executor {

    /** Large enough that handing a buffer over costs little compared to writing it. */
    static final int BUFFER_BYTES = 128 << 10;

    static final int BUFFERS_PER_CORE = 8;
    private static final int IDLE_SECONDS = 5;

    private final ThreadPoolExecutor threads;
    private final BlockingQueue<byte[]> free;
    private final AtomicInteger unmade;
    private final AtomicInteger number = new AtomicInteger();

    WriteThreads(int cores) {
        threads =
                new ThreadPoolExecutor(
                        0,
                        cores,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        this::newThread);
        unmade = new AtomicInteger(BUFFERS_PER_CORE * cores);
        free = new ArrayBlockingQueue<>(unmade.get());
    }

    /** The threads of a process. */
    static WriteThreads of(MillraceProcess process) {
        return process.part(
                WriteThreads.class,
                none -> new WriteThreads(Runtime.getRuntime().availableProcessors()));
    }

    /**
     * A daemon that inherits nothing, such as a job's class loader, from the thread that creates
     * it.
     */
    private Thread newThread(Runnable work) {
        Thread thread =
                new Thread(null, work, "millrace-write-" + number.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(WriteThreads.class.getClassLoader());
        return thread;
    }

    /**
     * Runs the work on a free thread.
     *
     * @throws RejectedExecutionException if no thread is free; the caller then does the work itself
     */
    @Override
    public void execute(Runnable work) {
        threads.execute(work);
    }

    /** A buffer, which the caller returns; null if all are in use. */
    byte @Nullable [] takeBuffer() {
        byte[] buffer = free.poll();
        if (buffer != null) {
            return buffer;
        }
        return unmade.getAndUpdate(count -> Math.max(0, count - 1)) > 0
                ? new byte[BUFFER_BYTES]
                : null;
    }

    void giveBuffer(byte[] buffer) {
        free.add(buffer);
    }
}
