package io.millrace.conformance;

import io.millrace.conformance.Cases.Case;
import io.millrace.conformance.TestNotes.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The numbers of test methods by result, and messages about those that did not pass. Thread-safe.
 */
final class Score {

    private final List<String> failures = new ArrayList<>();
    private final List<String> surprises = new ArrayList<>();
    private int passed;
    private int skipped;
    private int excepted;

    /** Counts a class, and returns its result in one line. */
    synchronized String add(Case of, Map<String, Result> results) {
        int failed = 0;
        int good = 0;
        for (Map.Entry<String, Result> method : results.entrySet()) {
            String name = of.className() + "#" + method.getKey();
            boolean exception = of.exceptions().containsKey(method.getKey());
            switch (method.getValue().how()) {
                case TestNotes.PASSED -> {
                    good++;
                    if (exception) {
                        surprises.add(name);
                    }
                }
                case TestNotes.SKIPPED -> skipped++;
                default -> {
                    if (exception) {
                        excepted++;
                    } else {
                        failed++;
                        failures.add(name + ": " + method.getValue().detail());
                    }
                }
            }
        }
        passed += good;
        return (failed == 0 ? "ok    " : "FAILED") + " " + good + " passed " + of.className();
    }

    synchronized int passed() {
        return passed;
    }

    /** The failures, one in each line: a method and the reason. */
    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** Methods that passed although the list says that they cannot. */
    synchronized List<String> surprises() {
        return List.copyOf(surprises);
    }

    @Override
    public synchronized String toString() {
        return passed
                + " passed, "
                + failures.size()
                + " failed; "
                + excepted
                + " cannot pass here (cases.txt says why), "
                + skipped
                + " skipped by Hadoop";
    }
}
