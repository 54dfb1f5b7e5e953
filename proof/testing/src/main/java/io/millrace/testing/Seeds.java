package io.millrace.testing;

import java.security.SecureRandom;
import java.util.Random;

/**
 * The only source of randomness for all tests. By default each run has the same seed, so that a
 * test that passed once passes again. {@code random} draws a new seed and prints it at once. A
 * failure's message carries {@link #line}, which repeats the run.
 */
public final class Seeds {
    private static final String PROPERTY = "millrace.test.seed";
    private static final String DRAWN = "random";
    private static final long USUAL = 20_261_121;
    private static final long BASE = base();

    private Seeds() {}

    /** Random numbers for a name; the same for the same name and seed. */
    public static Random random(String name) {
        return new Random(BASE * 31 + name.hashCode());
    }

    /** The option that repeats the random numbers. */
    public static String line() {
        return line(BASE);
    }

    private static String line(long seed) {
        return "repeat with -D" + PROPERTY + "=" + seed;
    }

    private static long base() {
        String given = System.getProperty(PROPERTY, "").trim();
        if (given.isEmpty()) {
            return USUAL;
        }
        if (given.equals(DRAWN)) {
            long drawn = new SecureRandom().nextInt(Integer.MAX_VALUE);
            System.err.println(line(drawn));
            return drawn;
        }
        return Long.parseLong(given);
    }
}
