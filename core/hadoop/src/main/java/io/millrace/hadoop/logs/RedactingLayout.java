package io.millrace.hadoop.logs;

import io.millrace.engine.redact.Secrets;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Formats lines of logs, with the stacks of their exceptions, without credentials. Log4j loads it,
 * as its configurations name it. Thread-safe like its superclass: an appender calls it under its
 * lock.
 */
public final class RedactingLayout extends PatternLayout {

    /** Empty if there is none. */
    private volatile String plain = "";

    /**
     * Sets the logger whose lines stay as they are: one that tells a credential to the user. Called
     * by log4j, with the property {@code plain} of the layout.
     */
    public void setPlain(String logger) {
        plain = logger.trim();
    }

    @Override
    public String format(LoggingEvent event) {
        StringBuilder text = new StringBuilder(super.format(event));
        String[] stack = event.getThrowableStrRep();
        if (stack != null) {
            for (String line : stack) {
                text.append(line).append(System.lineSeparator());
            }
        }
        return event.getLoggerName().equals(plain)
                ? text.toString()
                : Secrets.redact(text.toString());
    }

    @Override
    public boolean ignoresThrowable() {
        return false;
    }
}
