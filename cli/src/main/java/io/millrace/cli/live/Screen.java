package io.millrace.cli.live;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A terminal with a few lines at its end that change, while everything else that the process prints
 * scrolls by above them. Lines are cut by the terminal, however narrow it is, and not wrapped.
 * Thread-safe.
 */
final class Screen {

    private static final String NO_WRAP = "\033[?7l";
    private static final String WRAP = "\033[?7h";

    private final PrintStream terminal;

    /** Guarded by this, as the next. */
    private int lines;

    /** Whether what was printed last ended its line: in the midst of one, nothing is drawn. */
    private boolean atLineStart = true;

    Screen(PrintStream terminal) {
        this.terminal = terminal;
    }

    /** Shows these lines in place of those before. */
    synchronized void draw(List<String> text) {
        if (!atLineStart) {
            return;
        }
        StringBuilder drawn = new StringBuilder(erasure());
        drawn.append(NO_WRAP);
        text.forEach(line -> drawn.append(line).append('\n'));
        drawn.append(WRAP);
        lines = text.size();
        terminal.print(drawn);
        terminal.flush();
    }

    /** Takes the lines off the terminal. */
    synchronized void erase() {
        if (lines > 0) {
            terminal.print(erasure());
            terminal.flush();
            lines = 0;
        }
    }

    private String erasure() {
        return lines == 0 ? "" : "\033[" + lines + "F\033[J";
    }

    /** Prints lines that stay. */
    synchronized void print(List<String> text) {
        erase();
        text.forEach(terminal::println);
        terminal.flush();
    }

    /** The stream, such that what is printed to it takes the lines off the terminal first. */
    PrintStream above(PrintStream stream, Charset charset) {
        return new PrintStream(new Above(stream), true, charset);
    }

    private final class Above extends FilterOutputStream {

        Above(PrintStream stream) {
            super(stream);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return;
            }
            synchronized (Screen.this) {
                erase();
                out.write(bytes, offset, length);
                atLineStart = bytes[offset + length - 1] == '\n';
            }
        }
    }
}
