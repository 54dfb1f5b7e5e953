package io.millrace.testing;

/**
 * How much tests with very many cases run. A build takes a sample, the same for the same seed; with
 * {@code -Dmillrace.test.soak=true}, or {@code mvn -P soak verify}, they run all cases.
 */
public final class Soak {

    private static final boolean ON = Boolean.getBoolean("millrace.test.soak");

    private Soak() {}

    /** Whether all cases run. */
    public static boolean isOn() {
        return ON;
    }

    /** The number of cases of a build, or of all. */
    public static int cases(int build, int all) {
        return ON ? all : build;
    }
}
