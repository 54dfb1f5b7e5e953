package io.millrace.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Compares what two runs of a program left behind, and says in words what differs. */
public final class OutcomeComparison {
    private static final int SHOWN_CHARACTERS = 120;

    private final Agreement agreement;
    private final ComparableCounters counters;

    /**
     * A comparison of runs of one program.
     *
     * @param combines whether its jobs have a combiner: how many records reach reducers is open
     *     then
     * @param compresses whether its jobs compress map output, whose length is open then
     */
    public OutcomeComparison(Agreement agreement, boolean combines, boolean compresses) {
        this.agreement = agreement;
        this.counters = new ComparableCounters(combines, compresses);
    }

    /** One sentence for each difference; empty if there is none. */
    public List<String> differences(Outcome expected, Outcome actual) throws IOException {
        List<String> found = new ArrayList<>();
        compareJobs(expected.jobs(), actual.jobs(), found);
        TreeSet<String> names = new TreeSet<>(expected.files().names());
        names.addAll(actual.files().names());
        for (String name : names) {
            if (!actual.files().names().contains(name)) {
                found.add("file " + name + " is missing");
            } else if (!expected.files().names().contains(name)) {
                found.add("file " + name + " should not be there");
            } else {
                compareFile(name, expected.files(), actual.files(), found);
            }
        }
        return found;
    }

    private void compareJobs(
            List<FinishedJob> expected, List<FinishedJob> actual, List<String> found) {
        if (expected.size() != actual.size()) {
            found.add("%d jobs ran, expected %d".formatted(actual.size(), expected.size()));
            return;
        }
        for (int i = 0; i < expected.size(); i++) {
            FinishedJob want = expected.get(i);
            FinishedJob got = actual.get(i);
            if (want.succeeded() != got.succeeded()) {
                found.add(
                        "job %s %s"
                                .formatted(
                                        got.name(),
                                        got.succeeded()
                                                ? "succeeded"
                                                : "failed: " + got.failure()));
            }
            found.addAll(counters.differences(want, got));
        }
    }

    private void compareFile(
            String name, OutputTree expected, OutputTree actual, List<String> found)
            throws IOException {
        boolean bytesCount = agreement == Agreement.ORDERED && !expected.isSequenceFile(name);
        if (bytesCount && Arrays.equals(expected.bytes(name), actual.bytes(name))) {
            return;
        }
        List<String> want = expected.records(name);
        List<String> got = actual.records(name);
        if (agreement == Agreement.ANY_ORDER) {
            Collections.sort(want);
            Collections.sort(got);
        }
        if (!want.equals(got)) {
            found.add(firstDifference(name, want, got) + otherOrder(want, got));
        } else if (bytesCount) {
            found.add("file " + name + " has other bytes, though its records are the same");
        }
    }

    /** Says so if only the order differs; of the values of one key Hadoop leaves it open. */
    private static String otherOrder(List<String> want, List<String> got) {
        List<String> wanted = new ArrayList<>(want);
        List<String> gotten = new ArrayList<>(got);
        Collections.sort(wanted);
        Collections.sort(gotten);
        return wanted.equals(gotten)
                ? "; all records are there, in another order, which Hadoop leaves open among equal keys"
                : "";
    }

    private static String firstDifference(String name, List<String> want, List<String> got) {
        int common = Math.min(want.size(), got.size());
        int at = 0;
        while (at < common && Objects.equals(want.get(at), got.get(at))) {
            at++;
        }
        return "file %s has %d records, expected %d; record %d is %s, expected %s"
                .formatted(name, got.size(), want.size(), at, shown(got, at), shown(want, at));
    }

    private static String shown(List<String> records, int at) {
        if (at >= records.size()) {
            return "absent";
        }
        String record = records.get(at);
        return record.length() <= SHOWN_CHARACTERS
                ? "'" + record + "'"
                : "'"
                        + record.substring(0, SHOWN_CHARACTERS)
                        + "...' ("
                        + record.length()
                        + " characters)";
    }
}
