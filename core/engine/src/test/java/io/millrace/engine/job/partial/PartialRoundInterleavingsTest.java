package io.millrace.engine.job.partial;

import io.millrace.engine.testing.Interleavings;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Threads that share a round take each slice once, and agree on its end. */
class PartialRoundInterleavingsTest {

    @Test
    void stepsOfThreadsThatShareARoundHappenOneAfterTheOther() {
        Interleavings.check(Shared.class);
    }

    @Test
    void theRaceOfARoundThatCountsItsThreadsWithoutALockIsFound() {
        Interleavings.assertFound("Invalid execution results", Unguarded.class);
    }

    public static final class Shared {

        private final PartialRound round = new PartialRound(new Slice(0, 4), 1, 2);

        @Operation
        public boolean enter() {
            return round.enter();
        }

        @Operation
        public String take() {
            return String.valueOf(round.take());
        }

        @Operation
        public void cut() {
            round.cutAt(3);
        }

        @Operation
        public boolean leave() {
            return round.leave();
        }

        @Operation
        public int next() {
            return round.next();
        }
    }

    public static final class Unguarded {

        private int workers;
        private @Nullable String slice = "all";

        @Operation
        public String serve() {
            workers++;
            String taken = slice;
            slice = null;
            return taken + " " + (--workers == 0);
        }
    }
}
