package io.millrace.bench.scaling;

import io.millrace.apps.workload.Workload;
import java.util.List;

/**
 * The results of one workload.
 *
 * @param overCores one input on more and more cores; the first row has one
 * @param overSizes larger and larger inputs on all cores
 */
public record Scaling(Workload workload, long seed, List<Row> overCores, List<Row> overSizes) {

    public Scaling {
        overCores = List.copyOf(overCores);
        overSizes = List.copyOf(overSizes);
    }
}
