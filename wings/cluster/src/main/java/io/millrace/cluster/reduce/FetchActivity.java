package io.millrace.cluster.reduce;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/**
 * How many fetchers use a processor: they decode a map output, and do not wait for its bytes.
 * Thread-safe; each stream is used by one fetcher.
 */
final class FetchActivity {

    /** How long a pause lasts at most, so that paused work continues, however slowly. */
    private static final long PAUSE_MILLIS = 20;

    private final int processors;

    @GuardedBy("this")
    private int decoding;

    /**
     * @param processors that the task may use
     */
    FetchActivity(int processors) {
        this.processors = processors;
    }

    /** A fetcher begins to decode. */
    synchronized void begin() {
        decoding++;
    }

    /** A fetcher has ended. */
    synchronized void end() {
        decoding--;
        notifyAll();
    }

    /** Waits a little if fetchers use all processors. */
    synchronized void giveWay() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
        while (decoding >= processors) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** The bytes of a fetcher that decodes, except while it waits for them. */
    InputStream watched(InputStream bytes) {
        return new FilterInputStream(bytes) {
            @Override
            public int read() throws IOException {
                end();
                try {
                    return super.read();
                } finally {
                    begin();
                }
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                end();
                try {
                    return super.read(target, offset, length);
                } finally {
                    begin();
                }
            }
        };
    }
}
