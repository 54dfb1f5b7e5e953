package io.millrace.conformance.program;

import java.io.IOException;
import java.util.List;

/**
 * Two ways to compute the same lines.
 *
 * @param name the subject of the comparison, for people
 * @param expected the correct way
 * @param millrace Millrace's way
 */
record Comparison(String name, Way expected, Way millrace) {

    /** Runs something and returns lines of its result, in a stable order. */
    interface Way {
        List<String> lines() throws IOException, InterruptedException;
    }

    /** The difference, in one line; empty if there is none. */
    String difference() throws IOException, InterruptedException {
        List<String> right = expected.lines();
        List<String> own = millrace.lines();
        if (right.isEmpty()) {
            return "the program has no result, so there is nothing to compare";
        }
        for (int i = 0; i < Math.max(right.size(), own.size()); i++) {
            String wanted = i < right.size() ? right.get(i) : "(no line)";
            String given = i < own.size() ? own.get(i) : "(no line)";
            if (!wanted.equals(given)) {
                return "line " + (i + 1) + " is '" + given + "' and should be '" + wanted + "'";
            }
        }
        return "";
    }
}
