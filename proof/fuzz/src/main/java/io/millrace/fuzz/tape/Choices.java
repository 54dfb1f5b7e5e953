package io.millrace.fuzz.tape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * A sequence of choices, each a number below a bound, where 0 is the simplest. Choices are
 * recorded: replaying the same numbers makes the same choices. Not thread-safe.
 */
public final class Choices {

    private static final int SOME = 256;

    private final IntUnaryOperator source;
    private int[] taken = new int[SOME];
    private final List<Tape.Piece> pieces = new ArrayList<>();
    private int count;

    private Choices(IntUnaryOperator source) {
        this.source = source;
    }

    /** New choices; the same for the same seed. */
    public static Choices seeded(long seed) {
        Random random = new Random(seed);
        return new Choices(random::nextInt);
    }

    /** The choices of a tape, and the simplest ones after its end. */
    public static Choices of(int[] tape) {
        int[] copy = tape.clone();
        return new Choices(
                new IntUnaryOperator() {
                    private int at;

                    @Override
                    public int applyAsInt(int bound) {
                        return at < copy.length ? Math.floorMod(copy[at++], bound) : 0;
                    }
                });
    }

    /** A number from 0 to {@code bound - 1}. */
    public int below(int bound) {
        int value = source.applyAsInt(bound);
        if (count == taken.length) {
            taken = Arrays.copyOf(taken, 2 * count);
        }
        taken[count++] = value;
        return value;
    }

    /** A number between two, inclusive; the first is the simplest. */
    public int between(int first, int last) {
        return first + below(last - first + 1);
    }

    /** True once in {@code times} on average. */
    public boolean oneIn(int times) {
        return below(times) == times - 1;
    }

    /** One of these; the first is the simplest. */
    @SafeVarargs
    public final <T> T of(T... all) {
        return all[below(all.length)];
    }

    /** One of a list; the first is the simplest. */
    public <T> T of(List<T> all) {
        return all.get(below(all.size()));
    }

    /**
     * A list of about {@code expected} elements; removing one from the tape makes it shorter by
     * one.
     */
    public <T> List<T> some(int expected, int most, Supplier<T> element) {
        List<T> all = new ArrayList<>();
        boolean more = true;
        while (more && all.size() < most) {
            int begin = count;
            more = below(expected + 1) > 0;
            if (more) {
                all.add(element.get());
            }
            pieces.add(new Tape.Piece(begin, count));
        }
        return all;
    }

    /** A choice that is recorded as one piece, so that it can be simplified as a whole. */
    public <T> T piece(Supplier<T> choice) {
        int begin = count;
        T made = choice.get();
        pieces.add(new Tape.Piece(begin, count));
        return made;
    }

    /** All choices so far. */
    public Tape tape() {
        return new Tape(Arrays.copyOf(taken, count), List.copyOf(pieces));
    }
}
