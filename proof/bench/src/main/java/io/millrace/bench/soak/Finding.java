package io.millrace.bench.soak;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of one run.
 *
 * @param hit the process that was hit, and when
 * @param end how the job ended
 * @param seconds from the start of the job to its end; of both if it ran twice
 * @param strays failures of attempts that the event does not explain, the first line of each
 * @param fault the expectation that was not met; null if all were
 */
record Finding(
        Plan plan,
        String hit,
        String end,
        double seconds,
        List<String> strays,
        @Nullable String fault) {

    Finding {
        strays = List.copyOf(strays);
    }
}
