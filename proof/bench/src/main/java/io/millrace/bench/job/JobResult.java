package io.millrace.bench.job;

import io.millrace.apps.workload.Workload;
import java.util.List;
import java.util.Optional;

/** A workload on an input of a size and seed, and what came of each contender. */
public record JobResult(Workload workload, long bytes, long seed, List<Entry> entries) {

    public JobResult {
        entries = List.copyOf(entries);
    }

    /**
     * The entry that the others are compared with: Millrace if it was measured, else the first that
     * was.
     */
    public Optional<Entry> base() {
        return entry("millrace")
                .filter(Entry::measured)
                .or(() -> entries.stream().filter(Entry::measured).findFirst());
    }

    public Optional<Entry> entry(String word) {
        return entries.stream().filter(entry -> entry.word().equals(word)).findFirst();
    }
}
