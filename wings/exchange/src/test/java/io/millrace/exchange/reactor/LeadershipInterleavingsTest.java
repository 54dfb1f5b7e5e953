package io.millrace.exchange.reactor;

import io.millrace.exchange.testing.Interleavings;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Threads that wait for bytes, of which one moves them: the leader, which the others follow. The
 * reactor's own thread takes over when time has passed, which it does not in these schedules.
 */
class LeadershipInterleavingsTest {

    @Test
    void oneOfAllThatWaitMovesTheBytes() {
        Interleavings.check(Shared.class);
    }

    @Test
    void theRaceOfATurnThatLooksAndThenTakesIsFound() {
        Interleavings.assertFound("Invalid execution results", Unguarded.class);
    }

    /** Threads that wait for a moment. */
    public abstract static class Visits {

        private int guests;

        abstract boolean enter();

        abstract void leave(boolean wasGuest);

        /** Whether no other guest was there. */
        @Operation
        public boolean visit() {
            boolean moves = enter();
            int before = guests;
            if (moves) {
                guests = before + 1;
            }
            boolean alone = !moves || before == 0;
            if (moves) {
                guests = before;
            }
            leave(moves);
            return alone;
        }
    }

    public static final class Shared extends Visits {

        private final Leadership leadership = new Leadership();

        @Override
        boolean enter() {
            return leadership.enter();
        }

        @Override
        void leave(boolean wasGuest) {
            leadership.leave(wasGuest);
        }
    }

    public static final class Unguarded extends Visits {

        private int waiting;

        @Override
        boolean enter() {
            boolean first = waiting == 0;
            waiting++;
            return first;
        }

        @Override
        void leave(boolean wasGuest) {
            waiting--;
        }
    }
}
