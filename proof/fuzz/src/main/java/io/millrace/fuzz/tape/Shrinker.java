package io.millrace.fuzz.tape;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for a simpler tape for which a claim still holds: shorter, or with smaller numbers. */
public final class Shrinker {

    /** A claim about choices. */
    public interface Claim {

        /** The choices made from these numbers if the claim holds; otherwise null. */
        @Nullable Tape holds(int[] numbers);
    }

    private final Claim claim;
    private final Set<String> tried = new HashSet<>();
    private Tape best;
    private int trialsLeft;

    private Shrinker(Tape tape, Claim claim, int trials) {
        this.best = tape;
        this.claim = claim;
        this.trialsLeft = trials;
    }

    /** The simplest tape, found within that many trials, for which the claim holds. */
    public static Tape shrink(Tape tape, Claim claim, int trials) {
        Shrinker shrinker = new Shrinker(tape, claim, trials);
        boolean simpler = true;
        while (simpler && shrinker.trialsLeft > 0) {
            simpler = shrinker.pieces();
            simpler |= shrinker.numbers();
        }
        return shrinker.best;
    }

    /** Tries to remove or simplify each piece, the longest first. */
    private boolean pieces() {
        boolean simpler = false;
        int at = 0;
        while (at < best.pieces().size() && trialsLeft > 0) {
            List<Tape.Piece> byLength =
                    best.pieces().stream()
                            .sorted(Comparator.comparingInt(Tape.Piece::length).reversed())
                            .toList();
            Tape.Piece piece = byLength.get(at);
            boolean taken = take(without(piece)) || take(cleared(piece));
            simpler |= taken;
            at += taken ? 0 : 1;
        }
        return simpler;
    }

    /** Tries to remove or simplify each choice. */
    private boolean numbers() {
        boolean simpler = false;
        for (int at = best.length() - 1; at >= 0 && trialsLeft > 0; at--) {
            if (at >= best.length()) {
                continue;
            }
            simpler |= take(without(new Tape.Piece(at, at + 1)));
            simpler |= lower(at);
        }
        return simpler;
    }

    /** Looks for the smallest number at a position by bisection. */
    private boolean lower(int at) {
        boolean simpler = false;
        int tooLow = -1;
        while (at < best.length() && best.numbers()[at] - tooLow > 1 && trialsLeft > 0) {
            int value = tooLow < 0 ? 0 : (tooLow + best.numbers()[at]) / 2;
            int[] lowered = best.numbers().clone();
            lowered[at] = value;
            if (take(lowered)) {
                simpler = true;
            } else {
                tooLow = value;
            }
        }
        return simpler;
    }

    private int[] without(Tape.Piece piece) {
        int[] shorter = new int[best.length() - piece.length()];
        System.arraycopy(best.numbers(), 0, shorter, 0, piece.from());
        System.arraycopy(
                best.numbers(), piece.to(), shorter, piece.from(), best.length() - piece.to());
        return shorter;
    }

    private int[] cleared(Tape.Piece piece) {
        int[] cleared = best.numbers().clone();
        Arrays.fill(cleared, piece.from(), piece.to(), 0);
        return cleared;
    }

    private boolean take(int[] numbers) {
        if (trialsLeft <= 0
                || Arrays.equals(numbers, best.numbers())
                || !tried.add(Arrays.toString(numbers))) {
            return false;
        }
        trialsLeft--;
        Tape made = claim.holds(numbers);
        if (made == null || !simpler(made.numbers(), best.numbers())) {
            return false;
        }
        best = made;
        return true;
    }

    /** Shorter, or equally long and smaller in the first number that differs. */
    private static boolean simpler(int[] one, int[] other) {
        return one.length != other.length
                ? one.length < other.length
                : Arrays.compare(one, other) < 0;
    }
}
