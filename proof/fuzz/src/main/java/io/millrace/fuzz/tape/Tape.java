package io.millrace.fuzz.tape;

import java.util.List;

/**
 * Recorded choices.
 *
 * @param numbers the numbers chosen, in order
 * @param pieces ranges that belong together
 */
public record Tape(int[] numbers, List<Piece> pieces) {

    /** The choices from one index to before another. */
    public record Piece(int from, int to) {

        int length() {
            return to - from;
        }
    }

    public int length() {
        return numbers.length;
    }
}
