package io.millrace.cli.live;

import org.jline.utils.AttributedCharSequence.ForceMode;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * How things are shown on the terminal.
 *
 * @param type what it can do
 * @param colour whether to use any; {@code NO_COLOR} and the like forbid it
 * @param blocks whether it has characters for bars, beyond ASCII
 */
record Look(TerminalType type, boolean colour, boolean blocks) {

    /** As many as the colours that are used here are chosen from. */
    private static final int COLOURS = 8;

    private static final AttributedStyle STRONG = AttributedStyle.BOLD;
    private static final AttributedStyle FULL =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);

    /** The look of the terminal that this process was started from. */
    static Look ofTerminal() {
        TerminalType type = new TerminalType(System.getenv("TERM"));
        return new Look(
                type,
                System.getenv("NO_COLOR") == null && type.colours() >= COLOURS,
                !Boolean.getBoolean("millrace-terminal-ascii"));
    }

    /** A bar of {@code cells} characters, that much of it full. */
    AttributedString bar(double share, int cells) {
        int full = (int) Math.round(Math.max(0, Math.min(1, share)) * cells);
        return new AttributedStringBuilder()
                .styled(FULL, (blocks ? "\u2588" : "#").repeat(full))
                .append((blocks ? "\u2591" : ".").repeat(cells - full))
                .toAttributedString();
    }

    /** Text that stands out, and what follows it. */
    static AttributedString strong(String text, String rest) {
        return new AttributedStringBuilder().styled(STRONG, text).append(rest).toAttributedString();
    }

    /** As many columns of the text as there are, with a mark where something is missing. */
    String cut(String text, int columns) {
        AttributedString whole = new AttributedString(text);
        if (whole.columnLength() <= columns) {
            return text;
        }
        String mark = blocks ? "\u2026" : "...";
        return whole.columnSubSequence(0, Math.max(0, columns - mark.length())) + mark;
    }

    /** The characters that show the text. */
    String print(AttributedString text) {
        return colour ? text.toAnsi(COLOURS, ForceMode.None) : text.toString();
    }
}
