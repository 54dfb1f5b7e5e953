package io.millrace.testing;

import java.util.List;
import java.util.stream.IntStream;

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

    /** Whether the case with this name runs: one in so many, others with another seed. */
    public static boolean isDue(String name, int oneIn) {
        return ON || isDue(name, oneIn, Seeds.turn());
    }

    static boolean isDue(String name, int oneIn, int turn) {
        return Math.floorMod(name.hashCode() + turn, oneIn) == 0;
    }

    /** All of a list, or as many of its neighbours as a build runs, others with another seed. */
    public static <T> List<T> sample(List<T> all, int build) {
        return ON ? all : sample(all, build, Seeds.turn());
    }

    static <T> List<T> sample(List<T> all, int build, int turn) {
        if (build >= all.size()) {
            return all;
        }
        int first = (int) ((long) turn * build % all.size());
        return IntStream.range(first, first + build)
                .mapToObj(each -> all.get(each % all.size()))
                .toList();
    }
}
