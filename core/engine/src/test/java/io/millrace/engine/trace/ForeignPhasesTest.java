package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForeignPhasesTest {

    private static final String SLOT = Thread.currentThread().getName();

    private final Trace trace = new Trace("job");

    private static ForeignWork spans(ForeignSpan... told) {
        return new ForeignWork(List.of(told), List.of());
    }

    @Test
    void whatIsToldIsTracedInTheSlotThatWaitsAndInItsTime() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        ForeignPhases phases = trace.beginForeign(Phase.MAP, "map-0.0");
        long begunNanos = System.nanoTime();
        phases.tell(
                spans(
                        new ForeignSpan(
                                Phase.MAP,
                                "",
                                new Age(Long.MAX_VALUE / 2, 0),
                                700,
                                new Volume(5, 50)),
                        new ForeignSpan(
                                Phase.SORT, "sort-1", new Age(20, 10), 10, new Volume(5, 50))));
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
        phases.tell(spans());
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
            phases.tell(
                    spans(new ForeignSpan(Phase.MAP, "", new Age(20, 10), 10, new Volume(1, 1))));
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

    /** It may have been before the attempt that reports it began, and on a thread of its own. */
    @Test
    void aRoundIsAnAttemptOfItsProcess() {
        Trace other = new Trace("job");
        other.attemptStarted(Phase.PARTIAL_REDUCE, "partial-3");
        other.begin(Phase.PARTIAL_SORT, "partial-3").end(7, 0);
        other.attemptEnded("partial-3", Outcome.SUCCEEDED);
        AttemptSpan round = other.takeAttempts(Phase.PARTIAL_REDUCE).get(0);
        ForeignRound told =
                ForeignRound.of(round, other.takeSpans(span -> true), System.nanoTime());
        assertThat(other.attempts()).isEmpty();

        Thread thread = Thread.currentThread();
        String name = thread.getName();
        try {
            ForeignPhases phases = trace.beginForeign(Phase.MAP, "map-0.0");
            phases.runsIn("worker-1/slot-1");
            phases.tell(new ForeignWork(List.of(), List.of(told)));
        } finally {
            thread.setName(name);
        }
        assertThat(trace.attempts())
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(attempt.main()).isEqualTo(Phase.PARTIAL_REDUCE);
                    assertThat(attempt.who()).isEqualTo("worker-1/partial-3");
                    assertThat(attempt.thread()).isEqualTo("worker-1/" + name);
                    assertThat(attempt.nanos()).isEqualTo(round.nanos());
                });
        assertThat(trace.spans())
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.phase()).isEqualTo(Phase.PARTIAL_SORT);
                    assertThat(span.who()).isEqualTo("worker-1/partial-3");
                    assertThat(span.thread()).isEqualTo("worker-1/" + name);
                    assertThat(span.records()).isEqualTo(7);
                });
    }

    @Test
    void aSpanIsToldByTheTimeThatHasPassed() {
        Span span =
                new Span(
                        Phase.SPILL,
                        "map-0.0",
                        "own",
                        new Interval(100, 150),
                        40,
                        new Volume(3, 30));
        assertThat(ForeignSpan.of(span, "own", 400))
                .isEqualTo(
                        new ForeignSpan(Phase.SPILL, "", new Age(300, 250), 40, new Volume(3, 30)));
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
