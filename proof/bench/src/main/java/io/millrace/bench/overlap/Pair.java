package io.millrace.bench.overlap;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.Sample;
import org.jspecify.annotations.Nullable;

/** A benchmark with so much memory, without partial reduce and with it. */
record Pair(MarcoBenchmark benchmark, Memory memory, Runs never, Runs eager) {

    /** How much record memory there is. */
    enum Memory {
        /** All of the map output fits. */
        AMPLE,

        /** A quarter of the map output fits. */
        TIGHT
    }

    /** The time with partial reduce, as a multiple of the time without. */
    double ratio() {
        return eager.seconds().median() / never.seconds().median();
    }

    /** The same of processor time; null where the system does not tell. */
    @Nullable Double cpuRatio() {
        Sample own = eager.cpuSeconds();
        Sample other = never.cpuSeconds();
        return own == null || other == null ? null : own.median() / other.median();
    }
}
