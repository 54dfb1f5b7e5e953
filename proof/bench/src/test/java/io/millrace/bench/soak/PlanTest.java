package io.millrace.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.workloads.Workload;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final int SEEDS = 200;

    private static final List<Program> PROGRAMS =
            List.of(
                    new PlainProgram(Workload.WORD_COUNT),
                    LoopProgram.K_MEANS,
                    LoopProgram.PAGE_RANK);

    private static Plan plan(long seed) {
        return Plan.of(seed, PROGRAMS, Event.ON_ONE_MACHINE);
    }

    @Test
    void aSeedGivesTheSamePlanAgain() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8));
    }

    @Test
    void everyEventHappensToJobsAndToLoops() {
        for (Program program : PROGRAMS) {
            Set<Event> events =
                    LongStream.range(0, SEEDS)
                            .mapToObj(PlanTest::plan)
                            .filter(each -> each.program().equals(program))
                            .map(Plan::event)
                            .collect(Collectors.toSet());
            assertThat(events)
                    .as(program.word())
                    .containsExactlyInAnyOrderElementsOf(Event.ON_ONE_MACHINE);
        }
    }
}
