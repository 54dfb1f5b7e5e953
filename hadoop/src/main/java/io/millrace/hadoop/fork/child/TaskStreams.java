package io.millrace.hadoop.fork.child;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * What attempts print, each into files of its own: {@code stdout}, {@code stderr} and, for the log,
 * {@code syslog}. The streams stay the same objects all the time, as libraries keep them. Between
 * attempts, they are those of the JVM. Thread-safe.
 */
final class TaskStreams {

    private static final Redirected SYSLOG = new Redirected(System.err);

    private final Redirected out = new Redirected(System.out);
    private final Redirected err = new Redirected(System.err);

    private TaskStreams() {}

    /** Puts them in the place of the JVM's own. Called once, before anything is printed. */
    static TaskStreams install() {
        TaskStreams streams = new TaskStreams();
        System.setOut(new PrintStream(streams.out, true, Charset.defaultCharset()));
        System.setErr(new PrintStream(streams.err, true, Charset.defaultCharset()));
        return streams;
    }

    /** Where the log goes. */
    static OutputStream syslog() {
        return SYSLOG;
    }

    /** From now on everything goes to files in {@code directory}. */
    void begin(Path directory) throws IOException {
        out.to(file(directory, "stdout"));
        err.to(file(directory, "stderr"));
        SYSLOG.to(file(directory, "syslog"));
    }

    private static OutputStream file(Path directory, String name) throws IOException {
        return new FileOutputStream(directory.resolve(name).toFile(), true);
    }

    /** From now on everything goes where the JVM prints. */
    void end() throws IOException {
        System.out.flush();
        System.err.flush();
        out.to(null);
        err.to(null);
        SYSLOG.to(null);
    }

    /** A stream that goes now here, now there. */
    private static final class Redirected extends OutputStream {

        private final OutputStream standard;
        private OutputStream target;

        Redirected(OutputStream standard) {
            this.standard = standard;
            this.target = standard;
        }

        synchronized void to(@org.jspecify.annotations.Nullable OutputStream other)
                throws IOException {
            OutputStream before = target;
            target = other == null ? standard : other;
            before.flush();
            if (before != standard) {
                before.close();
            }
        }

        @Override
        public synchronized void write(int value) throws IOException {
            target.write(value);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            target.write(bytes, offset, length);
        }

        @Override
        public synchronized void flush() throws IOException {
            target.flush();
        }
    }
}
