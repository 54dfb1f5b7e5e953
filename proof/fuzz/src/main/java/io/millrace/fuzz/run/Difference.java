package io.millrace.fuzz.run;

import java.util.List;

/**
 * The difference between a run and the expected result.
 *
 * @param sentences the differences; empty if there are none
 */
public record Difference(List<String> sentences) {

    public static final Difference NONE = new Difference(List.of());

    public boolean isNone() {
        return sentences.isEmpty();
    }
}
