package io.millrace.cli.doctor;

import java.util.List;

/** The JDK that jobs run on. */
final class JdkCheck implements Check {

    private static final int FASTEST_KNOWN = 25;

    @Override
    public List<Finding> look() {
        String what = "JDK %s in %s".formatted(Runtime.version(), System.getProperty("java.home"));
        if (Runtime.version().feature() < FASTEST_KNOWN) {
            return List.of(
                    Finding.warning(
                            what,
                            "JDK "
                                    + FASTEST_KNOWN
                                    + " is faster; name it in JAVA_HOME, or install it in"
                                    + " /usr/lib/jvm and leave JAVA_HOME unset"));
        }
        return List.of(Finding.ok(what));
    }
}
