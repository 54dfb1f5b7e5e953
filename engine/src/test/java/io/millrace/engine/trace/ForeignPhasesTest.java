package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForeignPhasesTest {

    private static final String SLOT = Thread.currentThread().getName();

    private final Trace trace = new Trace("job");

    @Test
    void whatIsToldIsTracedInTheSlotThatWaitsAndInItsTime() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        ForeignPhases phases = trace.beginForeign(Phase.MAP, "map-0.0");
        long begunNanos = System.nanoTime();
        phases.tell(
                List.of(
                        new ForeignSpan(Phase.MAP, "", Long.MAX_VALUE / 2, 0, 700, 5, 50),
                        new ForeignSpan(Phase.SORT, "sort-1", 20, 10, 10, 5, 50)));
        phases.end();
        trace.attemptEnded("map-0.0", Outcome.SUCCEEDED);

        assertThat(trace.spans())
                .satisfiesExactly(
                        span -> {
                            assertThat(span.phase()).isEqualTo(Phase.MAP);
                            assertThat(span.thread()).isEqualTo(SLOT);
                            assertThat(span.who()).isEqualTo("map-0.0");
                            assertThat(span.startNanos()).isBetween(trace.startNanos(), begunNanos);
                            assertThat(span.endNanos()).isBetween(begunNanos, System.nanoTime());
                            assertThat(span.nanos()).isEqualTo(700);
                        },
                        span -> {
                            assertThat(span.phase()).isEqualTo(Phase.SORT);
                            assertThat(span.thread()).isEqualTo(SLOT + "/sort-1");
                            assertThat(span.endNanos() - span.startNanos()).isBetween(0L, 10L);
                        });
        assertThat(trace.attempts().get(0).records()).isEqualTo(5);
        assertThat(trace.attempts().get(0).bytes()).isEqualTo(50);
    }

    @Test
    void anAttemptOfWhichNothingIsToldIsItsMainPhaseAsAWhole() {
        ForeignPhases phases = trace.beginForeign(Phase.REDUCE, "reduce-0.0");
        phases.tell(List.of());
        phases.end();
        assertThat(trace.spans())
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.phase()).isEqualTo(Phase.REDUCE);
                    assertThat(span.nanos())
                            .isEqualTo(span.endNanos() - span.startNanos())
                            .isNotNegative();
                });
    }

    @Test
    void anAttemptMayHaveItsSlotElsewhere() {
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        try {
            trace.attemptStarted(Phase.MAP, "map-0.0");
            ForeignPhases phases = trace.beginForeign(Phase.MAP, "map-0.0");
            phases.runsIn("worker/slot");
            phases.tell(List.of(new ForeignSpan(Phase.MAP, "", 20, 10, 10, 1, 1)));
            phases.end();
            trace.begin(Phase.COMMIT, "map-0.0").end(0, 0);
            trace.attemptEnded("map-0.0", Outcome.SUCCEEDED);
        } finally {
            thread.setName(name);
        }
        assertThat(trace.spans()).extracting(Span::thread).containsOnly("worker/slot");
        assertThat(trace.attempts())
                .singleElement()
                .extracting(AttemptSpan::thread)
                .isEqualTo("worker/slot");
    }

    @Test
    void aSpanIsToldByTheTimeThatHasPassed() {
        Span span = new Span(Phase.SPILL, "map-0.0", "own", 100, 150, 40, 3, 30);
        assertThat(ForeignSpan.of(span, "own", 400))
                .isEqualTo(new ForeignSpan(Phase.SPILL, "", 300, 250, 40, 3, 30));
        assertThat(ForeignSpan.of(span, "other", 400).thread()).isEqualTo("own");
    }

    @Test
    void takenSpansAreForgottenAndStayInTheTotals() {
        trace.begin(Phase.SPILL, "map-0.0").end(3, 30);
        assertThat(trace.takeSpans(span -> true)).hasSize(1);
        assertThat(trace.takeSpans(span -> true)).isEmpty();
        assertThat(trace.totals().get(Phase.SPILL).records()).isEqualTo(3);
    }
}
