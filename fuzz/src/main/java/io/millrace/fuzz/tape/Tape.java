package io.millrace.fuzz.tape;

import java.util.List;

/**
 * Choices that were made.
 *
 * @param numbers what was chosen, in order
 * @param pieces which of them belong together
 */
public record Tape(int[] numbers, List<Piece> pieces) {

    /** Choices from one to before another. */
    public record Piece(int from, int to) {

        int length() {
            return to - from;
        }
    }

    public int length() {
        return numbers.length;
    }
}
