package io.millrace.hadoop.task;

import org.apache.hadoop.mapreduce.lib.db.DBInputFormat;

/**
 * The connection that Hadoop's database formats open when they are created, and leave open for the
 * end of the task's JVM. This process stays, so an attempt closes it.
 */
final class FormatConnection {

    private FormatConnection() {}

    /** Closes the connection of an attempt's input format, if it has one. */
    static void close(Object format) {
        if (format instanceof DBInputFormat<?> database) {
            Quietly.close(() -> database.getConnection().close());
        }
    }
}
