package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the trace makes of the marks and stretches of attempts. */
class TraceTest {

    private final Trace trace = new Trace("job");

    @Test
    void aLoopsTimeIsDividedAsItWasSeen() {
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        look(mark, Phase.READ, 3);
        look(mark, Phase.MAP, 5);
        look(mark, Phase.COLLECT, 2);
        loop.end(7, 70);
        Map<Phase, Span> spans = spans();
        Span map = spans.get(Phase.MAP);
        long whole = map.endNanos() - map.startNanos();
        assertThat(spans).containsOnlyKeys(Phase.READ, Phase.MAP, Phase.COLLECT);
        assertThat(spans.get(Phase.READ).nanos()).isEqualTo((long) (whole * 3.0 / 10));
        assertThat(map.nanos()).isEqualTo((long) (whole * 5.0 / 10));
        assertThat(spans.get(Phase.COLLECT).nanos()).isEqualTo((long) (whole * 2.0 / 10));
        assertThat(map.records()).isEqualTo(7);
        assertThat(map.bytes()).isEqualTo(70);
        assertThat(spans.get(Phase.READ).records()).isZero();
    }

    @Test
    void anAttemptThatRunsIsKnownAsFarAsItIs() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        look(mark, Phase.READ, 3);
        look(mark, Phase.MAP, 1);
        assertThat(trace.attempts()).isEmpty();
        assertThat(trace.running())
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(attempt.who()).isEqualTo("map-0.0");
                    assertThat(attempt.outcome()).isEqualTo(Outcome.RUNNING);
                    assertThat(attempt.thread()).isEqualTo(Thread.currentThread().getName());
                });
        Map<Phase, Span> soFar =
                trace.runningSpans().stream().collect(Collectors.toMap(Span::phase, span -> span));
        assertThat(soFar).containsOnlyKeys(Phase.READ, Phase.MAP);
        long whole = soFar.get(Phase.READ).endNanos() - soFar.get(Phase.READ).startNanos();
        assertThat(soFar.get(Phase.READ).nanos()).isEqualTo((long) (whole * 3.0 / 4));
        assertThat(Breakdown.of(trace).totals().get(Breakdown.Part.MAP_IO)).isPositive();
        loop.end(1, 1);
        trace.attemptEnded("map-0.0", Outcome.SUCCEEDED);
        assertThat(trace.running()).isEmpty();
        assertThat(trace.runningSpans()).isEmpty();
    }

    @Test
    void anAttemptThatWaitsForItsSortShowsItsLoopAndItsWait() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        look(mark, Phase.MAP, 1);
        trace.collected("map-0.0", 5, 50);
        loop.stop();
        OpenSpan waiting = trace.begin(Phase.WAIT, "map-0.0");
        look(mark, Phase.READ, 1);
        assertThat(trace.runningSpans())
                .extracting(Span::phase)
                .containsExactlyInAnyOrder(Phase.MAP, Phase.WAIT);
        assertThat(trace.running()).extracting(AttemptSpan::records).containsExactly(5L);
        Map<Breakdown.Part, Long> parts = Breakdown.of(trace).totals();
        assertThat(parts.get(Breakdown.Part.MAP_COMPUTE)).isPositive();
        assertThat(parts.get(Breakdown.Part.SHUFFLE_WAIT)).isPositive();
        waiting.end(0, 0);
        loop.end(3, 30);
        assertThat(trace.running()).extracting(AttemptSpan::records).containsExactly(3L);
        assertThat(trace.runningSpans()).isEmpty();
    }

    @Test
    void whatAFailedAttemptBeganEndsWithIt() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        trace.beginLoop(Phase.MAP, "map-0.0", new PhaseMark());
        trace.begin(Phase.SPILL, "map-0.0");
        trace.attemptEnded("map-0.0", Outcome.FAILED);
        assertThat(trace.runningSpans()).isEmpty();
    }

    @Test
    void anAttemptHasTheProcessorTimeOfItsThreadUnlessAnotherProcessRanIt() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        long cpu = 0;
        while (cpu == 0) {
            cpu = trace.running().get(0).cpuNanos(); // asking is work
        }
        trace.attemptEnded("map-0.0", Outcome.SUCCEEDED);
        trace.attemptStarted(Phase.MAP, "map-1.0");
        trace.beginForeign(Phase.MAP, "map-1.0").end();
        trace.attemptEnded("map-1.0", Outcome.SUCCEEDED);
        assertThat(trace.attempts().get(0).cpuNanos()).isGreaterThanOrEqualTo(cpu).isPositive();
        assertThat(trace.attempts().get(1).cpuNanos()).isEqualTo(-1);
    }

    @Test
    void whatWasLeftBehindDoesNotRunOnceTheJobHasEnded() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        trace.beginLoop(Phase.MAP, "map-0.0", new PhaseMark());
        trace.end();
        assertThat(trace.running()).isEmpty();
        assertThat(trace.runningSpans()).isEmpty();
    }

    @Test
    void aStretchInALoopIsNoPartOfTheLoopsPhases() {
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        mark.enter(Phase.COLLECT);
        OpenSpan spill = trace.begin(Phase.SPILL, "map-0.0");
        trace.look();
        spill.end(1, 1);
        look(mark, Phase.MAP, 1);
        loop.end(0, 0);
        Map<Phase, Span> spans = spans();
        Span map = spans.get(Phase.MAP);
        assertThat(spans).containsOnlyKeys(Phase.SPILL, Phase.MAP);
        assertThat(map.nanos() + spans.get(Phase.SPILL).nanos())
                .isEqualTo(map.endNanos() - map.startNanos());
    }

    @Test
    void aLoopThatNobodySawIsLikeTheOthersOfItsKind() {
        PhaseMark mark = new PhaseMark();
        Loop seen = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        look(mark, Phase.READ, 4);
        seen.end(0, 0);
        trace.beginLoop(Phase.MAP, "map-1.0", mark).end(0, 0);
        trace.beginLoop(Phase.REDUCE, "reduce-0.0", mark).end(0, 0);
        assertThat(trace.spans())
                .filteredOn(span -> span.who().equals("map-1.0") && span.nanos() > 0)
                .extracting(Span::phase)
                .containsExactly(Phase.READ);
        assertThat(trace.spans())
                .filteredOn(span -> span.who().equals("reduce-0.0"))
                .extracting(Span::phase)
                .containsExactly(Phase.REDUCE);
    }

    @Test
    void anAttemptHasTheRecordsOfItsLoopAndEndsOnce() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        trace.beginLoop(Phase.MAP, "map-0.0", new PhaseMark()).end(3, 30);
        trace.attemptEnded("map-0.0", Outcome.FAILED);
        trace.attemptEnded("map-0.0", Outcome.KILLED);
        assertThat(trace.attempts()).hasSize(1);
        AttemptSpan attempt = trace.attempts().get(0);
        assertThat(attempt.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(attempt.records()).isEqualTo(3);
        assertThat(attempt.bytes()).isEqualTo(30);
        assertThat(attempt.thread()).isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void thePartsOfASlotAddUpToTheJob() {
        trace.attemptStarted(Phase.MAP, "map-0.0");
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        look(mark, Phase.READ, 1);
        look(mark, Phase.MAP, 1);
        loop.end(1, 1);
        trace.begin(Phase.COMMIT, "map-0.0").end(0, 0);
        trace.attemptEnded("map-0.0", Outcome.SUCCEEDED);
        trace.end();
        Breakdown breakdown = Breakdown.of(trace);
        long rounding = 2; // each share of a loop loses less than one
        assertThat(breakdown.slots()).hasSize(1);
        assertThat(breakdown.totals().values().stream().mapToLong(Long::longValue).sum())
                .isBetween(
                        trace.endNanos() - trace.startNanos() - rounding,
                        trace.endNanos() - trace.startNanos());
        assertThat(breakdown.totals().get(Breakdown.Part.MAP_IO)).isPositive();
        assertThat(breakdown.totals().get(Breakdown.Part.OVERHEAD)).isPositive();
    }

    @Test
    void memoryOverTimeIsBoundedAndKeepsTheWholeTime() {
        for (int i = 0; i < 100_000; i++) {
            trace.sampleMemory(i);
        }
        assertThat(trace.memory()).hasSizeBetween(1000, 2000);
        assertThat(trace.memory().get(0).heldBytes()).isZero();
        assertThat(trace.memory().get(trace.memory().size() - 1).heldBytes()).isGreaterThan(99_000);
    }

    private void look(PhaseMark mark, Phase phase, int times) {
        mark.enter(phase);
        for (int i = 0; i < times; i++) {
            trace.look();
        }
    }

    private Map<Phase, Span> spans() {
        return trace.spans().stream().collect(Collectors.toMap(Span::phase, span -> span));
    }
}
