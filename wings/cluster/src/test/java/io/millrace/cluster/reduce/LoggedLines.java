package io.millrace.cluster.reduce;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** The lines that a class logs, until this is closed. Thread-safe. */
final class LoggedLines extends AppenderSkeleton implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LoggedLines(Logger logger) {
        this.logger = logger;
    }

    static LoggedLines of(Class<?> type) {
        Logger logger = Logger.getLogger(type);
        logger.setLevel(Level.INFO);
        LoggedLines lines = new LoggedLines(logger);
        logger.addAppender(lines);
        return lines;
    }

    List<String> all() {
        return lines;
    }

    @Override
    protected void append(LoggingEvent event) {
        lines.add(event.getRenderedMessage());
    }

    @Override
    public boolean requiresLayout() {
        return false;
    }

    @Override
    public void close() {
        logger.removeAppender(this);
    }
}
