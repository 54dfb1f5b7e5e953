package io.millrace.cli.failure;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.cli.process.StreamCharset;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Reads what programs print to standard error. Many catch the exception of a missing file system or
 * principal, print its stack and exit, Hadoop's own driver among them; the hint follows when the
 * process ends.
 */
public final class PrintedHints {

    /** After the summaries of jobs. */
    private static final int HOOK_PRIORITY = 20;

    private static final int LONGEST_LINE = 4_096;

    private PrintedHints() {}

    /** To be called once, before anything is logged. */
    public static void install() {
        Watched watched = new Watched(System.err);
        System.setErr(new PrintStream(watched, true, StreamCharset.ofError()));
    }

    /** Passes everything on, and looks at each line. Thread-safe. */
    private static final class Watched extends FilterOutputStream {

        @GuardedBy("this")
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @GuardedBy("this")
        private String hint = "";

        @GuardedBy("this")
        private boolean printed;

        private final PrintStream terminal;

        Watched(PrintStream terminal) {
            super(terminal);
            this.terminal = terminal;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            for (int at = offset; at < offset + length; at++) {
                if (bytes[at] == '\n') {
                    look(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else if (line.size() < LONGEST_LINE) {
                    line.write(bytes[at]);
                }
            }
        }

        @GuardedBy("this")
        private void look(String text) {
            if (hint.isEmpty()) {
                hint = Hint.onSubmission(text).orElse("");
                if (!hint.isEmpty() && !ShutdownHookManager.get().isShutdownInProgress()) {
                    ShutdownHookManager.get().addShutdownHook(this::printHint, HOOK_PRIORITY);
                }
            }
            printed |= text.contains(MissingFileSystem.WHAT_TO_DO);
            printed |= !hint.isEmpty() && text.contains(hint);
        }

        private synchronized void printHint() {
            if (!printed) {
                terminal.println("millrace: " + hint);
            }
        }
    }
}
