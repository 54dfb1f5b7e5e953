package io.millrace.bench.pavlo;

import io.millrace.bench.job.Entry;
import java.util.List;
import java.util.Optional;

/** The result of each way to answer a query. */
record QueryResult(Query query, List<Entry> entries) {

    QueryResult {
        entries = List.copyOf(entries);
    }

    /** The entry of a way, if it was measured. */
    Optional<Entry> of(Way way) {
        return entries.stream()
                .filter(entry -> entry.word().equals(way.word()) && entry.measured())
                .findFirst();
    }

    /** Seconds of a way, the median. */
    Optional<Double> seconds(Way way) {
        return of(way).map(entry -> entry.seconds().median());
    }

    /** The shortest median of Millrace. */
    Optional<Double> bestOfMillrace() {
        return entries.stream()
                .filter(entry -> entry.measured() && entry.word().startsWith("millrace"))
                .map(entry -> entry.seconds().median())
                .min(Double::compare);
    }
}
