package io.millrace.cli;

import java.util.List;

/**
 * A fenced block of a page. What follows the language says what tests do with it:
 *
 * <ul>
 *   <li>{@code sh}: its commands are run, and have to succeed; {@code sh no-test: REASON} is left
 *       out
 *   <li>{@code output}, right after such a block: each of its lines is printed by the block, in
 *       this order; {@code ...} stands for anything
 *   <li>a language and a name of a file: the file is there when the page's commands run
 * </ul>
 *
 * @param line of its first fence, from 1
 * @param info what follows the fence
 * @param lines between the fences
 */
record Fence(int line, String info, List<String> lines) {

    private static final String LEFT_OUT = "sh no-test:";

    boolean isCommands() {
        return info.equals("sh") || isLeftOut();
    }

    boolean isLeftOut() {
        return info.startsWith(LEFT_OUT);
    }

    String reason() {
        return info.substring(LEFT_OUT.length()).strip();
    }

    boolean isOutput() {
        return info.equals("output");
    }

    boolean isFile() {
        return !isCommands() && info.contains(" ");
    }

    String fileName() {
        return info.substring(info.indexOf(' ') + 1);
    }

    /** The line of the fence that ends it. */
    int lastLine() {
        return line + lines.size() + 1;
    }
}
