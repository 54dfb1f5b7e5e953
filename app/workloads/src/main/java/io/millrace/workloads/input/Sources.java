package io.millrace.workloads.input;

import java.util.SplittableRandom;

/** The addresses that visits come from. Immutable. */
@FunctionalInterface
interface Sources {

    /** How many addresses {@link #scattered} has. */
    int SCATTERED = 100_000;

    /** How many addresses {@link #asInThePaper} has. */
    int IN_THE_PAPER = 2_500_000;

    /** How many different first seven characters these have. */
    int PREFIXES = 2_000;

    /** Appends one of them. */
    void append(SplittableRandom random, LineBuffer out);

    /** Any addresses. */
    static Sources scattered(long seed) {
        return (random, out) -> {
            long bits = Seeds.scattered(seed, random.nextInt(SCATTERED));
            out.number(1 + (bits >>> 24) % 223).character('.');
            out.number((bits >>> 16) & 255).character('.');
            out.number((bits >>> 8) & 255).character('.');
            out.number(bits & 255);
        };
    }

    /**
     * As many addresses as the large aggregation of Jiang et al. has groups, and prefixes as the
     * small one.
     */
    static Sources asInThePaper() {
        return (random, out) -> {
            int number = random.nextInt(IN_THE_PAPER);
            int prefix = number % PREFIXES;
            int host = number / PREFIXES;
            out.number(100 + prefix % 50).character('.');
            out.number(100 + prefix / 50).character('.');
            out.number(host >> 8).character('.');
            out.number(host & 255);
        };
    }
}
