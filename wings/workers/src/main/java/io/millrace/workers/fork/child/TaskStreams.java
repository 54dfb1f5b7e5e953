package io.millrace.workers.fork.child;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * Redirects the output of each attempt to its own files: {@code stdout}, {@code stderr} and, for
 * the log, {@code syslog}. The streams remain the same objects, because libraries keep them.
 * Between attempts, they write where the JVM prints. Thread-safe.
 */
final class TaskStreams implements AttemptThread.AttemptStreams {

    private static final Redirected SYSLOG = new Redirected(System.err);

    private final Redirected out = new Redirected(System.out);
    private final Redirected err = new Redirected(System.err);

    private TaskStreams() {}

    /** Replaces the JVM's own streams. Called once, before anything is printed. */
    static TaskStreams install() {
        TaskStreams streams = new TaskStreams();
        System.setOut(new PrintStream(streams.out, true, Charset.defaultCharset()));
        System.setErr(new PrintStream(streams.err, true, Charset.defaultCharset()));
        return streams;
    }

    /** The stream for the log. */
    static OutputStream syslog() {
        return SYSLOG;
    }

    /** Redirects all output to files in {@code directory} from now on. */
    @Override
    public void begin(Path directory) throws IOException {
        out.to(file(directory, "stdout"));
        err.to(file(directory, "stderr"));
        SYSLOG.to(file(directory, "syslog"));
    }

    private static OutputStream file(Path directory, String name) throws IOException {
        return new FileOutputStream(directory.resolve(name).toFile(), true);
    }

    /** Sends all output to the JVM's own streams from now on. */
    @Override
    public void end() throws IOException {
        System.out.flush();
        System.err.flush();
        out.to(null);
        err.to(null);
        SYSLOG.to(null);
    }

    /** A stream whose target changes. */
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
