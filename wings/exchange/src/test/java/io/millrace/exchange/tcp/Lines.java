package io.millrace.exchange.tcp;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps the lines of the exchange's log while it is open. */
final class Lines extends Handler implements AutoCloseable {

    private final Logger log = Logger.getLogger("io.millrace.exchange");
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    Lines() {
        log.addHandler(this);
    }

    List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        log.removeHandler(this);
    }
}
