package io.millrace.cli.live;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.jline.terminal.impl.exec.ExecPty;

/**
 * The width of the terminal that started this process. It is read again now and then, since a
 * window may be resized: a notification would need a signal handler, and signals belong to the job.
 * Used by the thread that draws.
 */
final class Window {

    private static final int USUAL_COLUMNS = 80;
    private static final long INTERVAL_NANOS = 1_000_000_000;

    private int columns;
    private long askedNanos;

    int columns() {
        long now = System.nanoTime();
        if (columns == 0 || now - askedNanos >= INTERVAL_NANOS) {
            columns = ask();
            askedNanos = now;
        }
        return columns;
    }

    /** The usual width where stty is missing or does not know. */
    private int ask() {
        try {
            int answer = new Controlling().getSize().getColumns();
            return answer > 0 ? answer : USUAL_COLUMNS;
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // No stty, or no terminal of its own.
        }
        return USUAL_COLUMNS;
    }

    /** By its name, and not as one of the standard streams: any of them may be redirected. */
    private static final class Controlling extends ExecPty {

        Controlling() {
            super(null, null, "/dev/tty");
        }
    }
}
