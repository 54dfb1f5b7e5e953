package io.millrace.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Random;

/**
 * The only source of randomness for all tests. The seed is taken from the commit: a test that
 * passed once passes again, and the next commit tries other numbers. {@code
 * -Dmillrace.test.seed=NUMBER} repeats a run, and {@code random} draws a new seed and prints it at
 * once. A failure's message carries {@link #line}, which repeats the run.
 */
public final class Seeds {
    private static final String PROPERTY = "millrace.test.seed";
    private static final String DRAWN = "random";

    /** Where there is no commit, as in an unpacked archive. */
    private static final long USUAL = 20_261_121;

    /** The digits of a commit's hash that make a seed: 31 bits. */
    private static final int HASH_DIGITS = 8;

    private static final long BASE = base();

    private Seeds() {}

    /** Random numbers for a name; the same for the same name and seed. */
    public static Random random(String name) {
        return new Random(BASE * 31 + name.hashCode());
    }

    /** A number that is another with another seed, for tests whose cases take turns: 20 bits. */
    public static int turn() {
        return (int) (BASE & 0xfffff);
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
            return ofCommit();
        }
        if (given.equals(DRAWN)) {
            long drawn = new SecureRandom().nextInt(Integer.MAX_VALUE);
            System.err.println(line(drawn));
            return drawn;
        }
        return Long.parseLong(given);
    }

    private static long ofCommit() {
        try {
            Process git =
                    new ProcessBuilder("git", "rev-parse", "HEAD")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String hash = new String(git.getInputStream().readAllBytes(), US_ASCII).trim();
            return git.waitFor() == 0
                    ? Long.parseLong(hash.substring(0, HASH_DIGITS), 16) & Integer.MAX_VALUE
                    : USUAL;
        } catch (IOException e) {
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }
}
