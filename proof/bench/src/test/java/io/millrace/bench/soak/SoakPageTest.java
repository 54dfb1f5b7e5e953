package io.millrace.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bench.frame.Reports;
import io.millrace.measure.Report;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakPageTest {

    private static final Report REPORT =
            SoakPage.of(
                    List.of(
                            finding(1, new PlainProgram(Workload.JOIN), Event.WORKER, 8, null),
                            finding(2, LoopProgram.K_MEANS, Event.WORKER, 6, null),
                            finding(3, LoopProgram.PAGE_RANK, Event.WORKER, 4, "files were left"),
                            finding(4, new PlainProgram(Workload.JOIN), Event.CLIENT, 2, null)));

    @TempDir Path folder;

    private static Finding finding(
            long seed, Program program, Event event, double seconds, @Nullable String fault) {
        Plan plan = new Plan(seed, program, event, 0.5, 0, 1, "tcp", seed == 2, false);
        List<String> strays = seed == 4 ? List.of("map-1.0: out of memory") : List.of();
        return new Finding(plan, "1 of 2 workers", "the same result", seconds, strays, fault);
    }

    @Test
    void theTableOfEventsCountsLoopsAndFaults() throws Exception {
        assertThat(Reports.kept(REPORT, folder))
                .contains(
                        "4 runs, 1 with a fault.",
                        "| event | runs | of loops | faults | attempts failed without reason | seconds: median | most |\n",
                        "| a worker is killed | 3 | 2 | 1 | 0 | 6.0 | 8.0 |\n",
                        "| the client is killed, and the job runs again | 1 | 0 | 0 | 1 | 2.0 | 2.0 |\n",
                        "Failed without reason: seed 4: map-1.0: out of memory\n",
                        "| 2 | kmeans-loop | tcp, in blocks | a worker is killed | 1 of 2 workers | the same result | 6.0 |\n",
                        "| 3 | pagerank-loop | tcp | a worker is killed | 1 of 2 workers | FAILED | 4.0 |\n",
                        "FAILED: seed 3: files were left\n");
    }
}
