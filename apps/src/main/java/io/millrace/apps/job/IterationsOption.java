package io.millrace.apps.job;

import java.util.OptionalInt;

/** The option {@code -iterations N} before two paths. */
final class IterationsOption {

    static final String USAGE = "[-iterations N] INPUT OUTPUT";

    private IterationsOption() {}

    /** How many iterations the arguments ask for; empty if they make no sense. */
    static OptionalInt of(String[] arguments, int defaultIterations) {
        if (arguments.length == 2) {
            return OptionalInt.of(defaultIterations);
        }
        boolean named = arguments.length == 4 && arguments[0].equals("-iterations");
        return named && arguments[1].matches("[1-9][0-9]{0,8}")
                ? OptionalInt.of(Integer.parseInt(arguments[1]))
                : OptionalInt.empty();
    }
}
