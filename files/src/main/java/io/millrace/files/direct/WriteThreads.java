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
 * The threads of a process that write local files behind those who make what is written, and the
 * buffers that hold it: so many for each core, whatever the number of files. Buffers are made when
 * first wanted and kept. Thread-safe.
 */
final class WriteThreads implements Executor {

    /** Large enough that handing one over costs little beside writing it. */
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

    /** Those of a process. */
    static WriteThreads of(MillraceProcess process) {
        return process.part(
                WriteThreads.class,
                none -> new WriteThreads(Runtime.getRuntime().availableProcessors()));
    }

    /** A daemon that inherits nothing of the thread that happens to make it, as a job's classes. */
    private Thread newThread(Runnable work) {
        Thread thread =
                new Thread(null, work, "millrace-write-" + number.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(WriteThreads.class.getClassLoader());
        return thread;
    }

    /**
     * Runs the work on a thread that is free.
     *
     * @throws RejectedExecutionException if none is; the caller does it then
     */
    @Override
    public void execute(Runnable work) {
        threads.execute(work);
    }

    /** A buffer, to be given back; null if all are in use. */
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
