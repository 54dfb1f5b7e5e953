package io.millrace.bench.overlap;

import io.millrace.apps.workload.MarcoBenchmark;
import java.util.List;

/**
 * The figures of a benchmark.
 *
 * @param neededBytes record memory that its map output took without partial reduce
 */
public record Result(MarcoBenchmark benchmark, long neededBytes, Pair ample, Pair tight) {

    List<Pair> pairs() {
        return List.of(ample, tight);
    }
}
