package io.millrace.cli.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A terminal with a few lines at its end that change, while everything else that the process prints
 * scrolls by above them. Thread-safe.
 */
final class Screen {

    private final PrintStream terminal;

    /** The sequence that erases the lines. */
    @GuardedBy("this")
    private String erasure = "";

    /** Whether what was printed last ended its line: in the midst of one, nothing is drawn. */
    @GuardedBy("this")
    private boolean atLineStart = true;

    Screen(PrintStream terminal) {
        this.terminal = terminal;
    }

    /**
     * Replaces the lines shown before with these, if the terminal can. They fit the window, except
     * for a moment after it has become smaller.
     */
    synchronized void draw(List<String> lines, TerminalType type) {
        if (!atLineStart || !type.canErase()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        terminal.print(erasure + type.unwrapped(text.toString()));
        terminal.flush();
        erasure = type.erasure(lines.size());
    }

    /** Takes the lines off the terminal. */
    synchronized void erase() {
        if (!erasure.isEmpty()) {
            terminal.print(erasure);
            terminal.flush();
            erasure = "";
        }
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
