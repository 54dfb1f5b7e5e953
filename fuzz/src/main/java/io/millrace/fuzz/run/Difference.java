package io.millrace.fuzz.run;

import java.util.List;

/**
 * How a run differs from what it should be.
 *
 * @param sentences what differs; none if nothing does
 */
public record Difference(List<String> sentences) {

    public static final Difference NONE = new Difference(List.of());

    public boolean isNone() {
        return sentences.isEmpty();
    }
}
