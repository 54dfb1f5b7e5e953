package io.millrace.cli.live;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/**
 * What the terminal can show.
 *
 * @param colour whether to use any; {@code NO_COLOR} and the like forbid it
 * @param blocks whether it has characters for bars, beyond ASCII
 * @param width characters in a line
 */
record Look(boolean colour, boolean blocks, int width) {

    private static final int USUAL_WIDTH = 80;
    private static final int NARROWEST = 20;

    /** Of the terminal that this process was started from. */
    static Look ofTerminal() {
        boolean colour = System.getenv("NO_COLOR") == null;
        return new Look(
                colour, StandardCharsets.UTF_8.equals(Charset.defaultCharset()), askWidth());
    }

    /**
     * Asks stty, which is on every machine that has terminals; the usual width if it does not say.
     */
    private static int askWidth() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (Scanner answer = new Scanner(stty.getInputStream(), StandardCharsets.US_ASCII)) {
                if (stty.waitFor(1, TimeUnit.SECONDS) && answer.hasNextInt()) {
                    answer.nextInt();
                    int columns = answer.nextInt();
                    return columns > 0 ? Math.max(NARROWEST, columns) : USUAL_WIDTH;
                }
            }
        } catch (IOException e) {
            // No stty, or no terminal of its own.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return USUAL_WIDTH;
    }

    /** A bar of {@code cells} characters, that much of it full. */
    String bar(double share, int cells) {
        int full = (int) Math.round(Math.max(0, Math.min(1, share)) * cells);
        String done = (blocks ? "\u2588" : "#").repeat(full);
        String rest = (blocks ? "\u2591" : ".").repeat(cells - full);
        return colour ? "\033[36m" + done + "\033[0m" + rest : done + rest;
    }

    String strong(String text) {
        return colour ? "\033[1m" + text + "\033[0m" : text;
    }
}
