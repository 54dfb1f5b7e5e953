package io.millrace.bench.shuffles;

import java.util.List;
import java.util.Optional;

/** The results of one load: first the planner's default, with which the others are compared. */
public record LoadResult(Load load, List<Measured> ways) {

    public LoadResult {
        ways = List.copyOf(ways);
    }

    Measured base() {
        return ways.get(0);
    }

    Optional<Measured> of(Way way) {
        return ways.stream().filter(measured -> measured.way().equals(way)).findFirst();
    }
}
