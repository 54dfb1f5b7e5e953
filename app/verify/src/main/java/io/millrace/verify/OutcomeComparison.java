package io.millrace.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Compares the results of two runs of a program, and puts the differences into words. */
public final class OutcomeComparison {
    private final Agreement agreement;
    private final ComparableCounters counters;
    private final List<Path> libraries;

    /**
     * A comparison of runs of one program.
     *
     * @param combines whether its jobs have a combiner: the number of records that reach reducers
     *     is open then
     * @param compresses whether its jobs compress map output, whose length is open then
     * @param libraries jars and directories of the job's classes, for readers of its files
     */
    public OutcomeComparison(
            Agreement agreement, boolean combines, boolean compresses, List<Path> libraries) {
        this.agreement = agreement;
        this.counters = new ComparableCounters(combines, compresses);
        this.libraries = List.copyOf(libraries);
    }

    /** All differences, those of jobs first; empty if there is none. */
    public List<Difference> differences(Outcome expected, Outcome actual) throws IOException {
        List<Difference> found = new ArrayList<>();
        compareJobs(expected.jobs(), actual.jobs(), found);
        TreeSet<String> names = new TreeSet<>(expected.files().names());
        names.addAll(actual.files().names());
        try (FormatLoader formats = new FormatLoader(libraries)) {
            for (String name : names) {
                if (!actual.files().names().contains(name)) {
                    found.add(new Difference(name, "file " + name + " is missing"));
                } else if (!expected.files().names().contains(name)) {
                    found.add(new Difference(name, "file " + name + " should not exist"));
                } else {
                    new FileComparison(name, expected.files(), actual.files(), agreement, formats)
                            .difference()
                            .ifPresent(sentence -> found.add(new Difference(name, sentence)));
                }
            }
        }
        return found;
    }

    private void compareJobs(
            List<FinishedJob> expected, List<FinishedJob> actual, List<Difference> found) {
        if (expected.size() != actual.size()) {
            found.add(
                    new Difference(
                            "jobs",
                            "%d jobs ran, expected %d".formatted(actual.size(), expected.size())));
            return;
        }
        for (int i = 0; i < expected.size(); i++) {
            FinishedJob want = expected.get(i);
            FinishedJob got = actual.get(i);
            if (want.succeeded() != got.succeeded()) {
                found.add(
                        new Difference(
                                "job " + i,
                                "job %s %s"
                                        .formatted(
                                                got.name(),
                                                got.succeeded()
                                                        ? "succeeded"
                                                        : "failed: " + got.failure())));
            }
            found.addAll(counters.differences(i, want, got));
        }
    }
}
