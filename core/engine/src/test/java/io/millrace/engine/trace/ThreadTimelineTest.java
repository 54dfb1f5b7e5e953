package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How spans that overlap are cut, and that the breakdown is their sum. */
@Tag("jdk")
class ThreadTimelineTest {

    private final SpanCutter cutter = new SpanCutter();

    @Test
    void phasesOfALoopGoAroundWhatWasMeasuredInIt() {
        add(Phase.READ, 0, 100, 30);
        add(Phase.MAP, 0, 100, 50);
        add(Phase.SPILL, 20, 40, 20);
        assertThat(cutter.pieces())
                .extracting(Span::phase, Span::startNanos, Span::endNanos)
                .containsExactly(
                        tuple(Phase.READ, 0L, 20L),
                        tuple(Phase.SPILL, 20L, 40L),
                        tuple(Phase.READ, 40L, 50L),
                        tuple(Phase.MAP, 50L, 100L));
        assertThat(cutter.pieces()).extracting(Span::records).containsExactly(7L, 7L, 0L, 7L);
    }

    @Test
    void aStretchWithinAStretchHasItsTimeAlone() {
        add(Phase.SHUFFLE_WAIT, 0, 100, 100);
        add(Phase.SPILL, 10, 30, 20);
        add(Phase.SPILL, 30, 40, 10);
        assertThat(cutter.pieces())
                .extracting(Span::phase, Span::startNanos, Span::endNanos)
                .containsExactly(
                        tuple(Phase.SHUFFLE_WAIT, 0L, 10L),
                        tuple(Phase.SPILL, 10L, 30L),
                        tuple(Phase.SPILL, 30L, 40L),
                        tuple(Phase.SHUFFLE_WAIT, 40L, 100L));
    }

    /** Clocks of two processes agree only nearly. */
    @Test
    void ofStretchesThatOverlapTheLaterHasTheTime() {
        add(Phase.SORT, 0, 50, 50);
        add(Phase.SPILL, 40, 70, 30);
        assertThat(cutter.pieces())
                .extracting(Span::phase, Span::startNanos, Span::endNanos)
                .containsExactly(tuple(Phase.SORT, 0L, 40L), tuple(Phase.SPILL, 40L, 70L));
    }

    @Test
    void whatHasNoTimeLeftKeepsItsRecords() {
        add(Phase.SPILL, 10, 20, 20);
        add(Phase.MAP, 10, 20, 5);
        add(Phase.COMMIT, 30, 30, 0);
        assertThat(cutter.pieces())
                .extracting(Span::phase, Span::nanos, Span::records)
                .containsExactlyInAnyOrder(
                        tuple(Phase.SPILL, 10L, 7L),
                        tuple(Phase.MAP, 0L, 7L),
                        tuple(Phase.COMMIT, 0L, 7L));
    }

    @Test
    void theBreakdownOfAThreadIsTheSumOfItsPieces() {
        Trace trace = new Trace("job");
        trace.attemptStarted(Phase.MAP, "map-0.0");
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        mark.enter(Phase.READ);
        trace.look();
        OpenSpan outer = trace.begin(Phase.WAIT, "map-0.0");
        trace.begin(Phase.SPILL, "map-1").end(1, 1);
        outer.end(0, 0);
        mark.enter(Phase.MAP);
        trace.look();
        loop.end(1, 1);
        trace.begin(Phase.COMMIT, "map-0.0").end(0, 0);
        trace.attemptEnded("map-0.0", Outcome.SUCCEEDED);
        trace.end();
        ThreadTimeline timeline = ThreadTimeline.of(trace).get(0);
        assertDisjoint(timeline.pieces());
        Map<Breakdown.Part, Long> parts = Breakdown.of(trace).totals();
        long pieces = timeline.pieces().stream().mapToLong(Span::nanos).sum();
        AttemptSpan attempt = timeline.attempts().get(0);
        assertThat(parts.get(Breakdown.Part.OVERHEAD)).isEqualTo(attempt.nanos() - pieces);
        assertThat(parts.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(trace.endNanos() - trace.startNanos());
        Span spill = trace.spans().get(0);
        assertThat(parts.get(Breakdown.Part.SHUFFLE_WAIT))
                .isEqualTo(trace.spans().get(1).nanos() - spill.nanos());
        // The loop lost the time of the stretch in the stretch once, not twice.
        assertThat(parts.get(Breakdown.Part.OVERHEAD)).isLessThan(attempt.nanos());
        assertThat(loopNanos(trace) + trace.spans().get(1).nanos())
                .isBetween(loopLength(trace) - 3, loopLength(trace));
    }

    private static long loopNanos(Trace trace) {
        return trace.spans().stream()
                .filter(span -> span.phase() == Phase.READ || span.phase() == Phase.MAP)
                .mapToLong(Span::nanos)
                .sum();
    }

    private static long loopLength(Trace trace) {
        Span map =
                trace.spans().stream()
                        .filter(span -> span.phase() == Phase.MAP)
                        .findFirst()
                        .orElseThrow();
        return map.endNanos() - map.startNanos();
    }

    private static void assertDisjoint(List<Span> pieces) {
        for (int i = 1; i < pieces.size(); i++) {
            assertThat(pieces.get(i).startNanos())
                    .isGreaterThanOrEqualTo(pieces.get(i - 1).endNanos());
        }
    }

    private void add(Phase phase, long start, long end, long nanos) {
        cutter.add(
                new Span(
                        phase,
                        "map-0.0",
                        "thread",
                        new Interval(start, end),
                        nanos,
                        new Volume(7, 70)));
    }
}
