package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import io.millrace.verify.Agreement;
import io.millrace.verify.FinishedJob;
import io.millrace.verify.OutcomeComparison;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Compares runs of a program with these traits. */
final class Comparison {

    /** These are equal if Hadoop spills once, which it does for so few records. */
    private static final List<TaskCounter> COMBINING =
            List.of(TaskCounter.COMBINE_INPUT_RECORDS, TaskCounter.COMBINE_OUTPUT_RECORDS);

    private final Set<Trait> traits;

    Comparison(Set<Trait> traits) {
        this.traits = traits;
    }

    Difference of(Observation expected, Observation actual) throws IOException {
        if (!expected.succeeded()) {
            return new Difference(failures(expected, actual));
        }
        List<String> found = new ArrayList<>();
        if (!actual.thrown().isEmpty()) {
            found.add("the program fails: " + actual.thrown());
        }
        Agreement agreement =
                traits.contains(Trait.UNORDERED) ? Agreement.ANY_ORDER : Agreement.ORDERED;
        new OutcomeComparison(agreement, false, traits.contains(Trait.COMPRESSES), List.of())
                .differences(expected.outcome(), actual.outcome())
                .forEach(difference -> found.add(difference.sentence()));
        for (TaskCounter counter : COMBINING) {
            long want = expected.outcome().total(counter);
            long got = actual.outcome().total(counter);
            if (want != got) {
                found.add("counter %s is %d, expected %d".formatted(counter, got, want));
            }
        }
        return new Difference(found);
    }

    /** The differences between runs of which only the set of all records must agree. */
    static Difference related(Observation expected, Observation actual) throws IOException {
        if (!actual.succeeded()) {
            return new Difference(List.of("the program fails: " + failure(actual)));
        }
        List<String> found = new ArrayList<>();
        List<String> want = records(expected.outcome().files());
        List<String> got = records(actual.outcome().files());
        if (!want.equals(got)) {
            found.add("the last job's records are %s, expected %s".formatted(got, want));
        }
        Map<String, Long> wanted = counters(expected);
        Map<String, Long> gotten = counters(actual);
        if (!wanted.equals(gotten)) {
            found.add("the program's counters are %s, expected %s".formatted(gotten, wanted));
        }
        return new Difference(found);
    }

    /** The records of the last job, whose directory has the greatest name. */
    private static List<String> records(OutputTree files) throws IOException {
        List<String> records = new ArrayList<>();
        String last = files.names().last().replaceFirst("/.*", "/");
        for (String name : files.names().tailSet(last)) {
            List<String> all = files.records(name);
            records.addAll(files.isSequenceFile(name) ? all.subList(1, all.size()) : all);
        }
        records.removeIf(String::isEmpty);
        Collections.sort(records);
        return records;
    }

    private static Map<String, Long> counters(Observation observation) {
        Map<String, Long> counters = new TreeMap<>();
        for (FinishedJob job : observation.jobs()) {
            job.counters()
                    .forEach((name, value) -> {
                        if (name.startsWith("fuzz:")) {
                            counters.put(job.name() + " " + name, value);
                        }
                    });
        }
        return counters;
    }

    /** Failed runs must fail in the same way; their output is not compared. */
    private List<String> failures(Observation expected, Observation actual) {
        if (actual.succeeded()) {
            return List.of("the program succeeds, expected: " + failure(expected));
        }
        if (actual.jobs().size() != expected.jobs().size()) {
            return List.of(
                    "%d jobs ran, expected %d; %s, expected %s"
                            .formatted(
                                    actual.jobs().size(),
                                    expected.jobs().size(),
                                    failure(actual),
                                    failure(expected)));
        }
        boolean open = traits.contains(Trait.EXITS) || traits.contains(Trait.FAILS_VARIOUSLY);
        return open || failure(actual).contains(failure(expected))
                ? List.of()
                : List.of(
                        "the failure says %s, expected %s"
                                .formatted(failure(actual), failure(expected)));
    }

    private static String failure(Observation observation) {
        return observation.thrown().isEmpty()
                ? observation.jobs().stream()
                        .filter(job -> !job.succeeded())
                        .map(FinishedJob::failure)
                        .findFirst()
                        .orElse("")
                : observation.thrown();
    }
}
