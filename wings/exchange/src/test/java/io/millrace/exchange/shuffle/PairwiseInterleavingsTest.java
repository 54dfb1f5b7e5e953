package io.millrace.exchange.shuffle;

import io.millrace.exchange.testing.Interleavings;
import java.util.BitSet;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Outputs that share the steps of an exchange. */
class PairwiseInterleavingsTest {

    @Test
    void everyOutputGetsItsTurns() {
        Interleavings.check(Shared.class);
    }

    @Test
    void theStepThatNobodyBeginsIsFound() {
        Interleavings.assertFound("has hung", Forgetful.class);
    }

    public static final class Shared {

        private final Pairwise order = new Pairwise(0, 2);

        /** An output for one worker. */
        @Operation
        public int one() throws InterruptedException {
            return turns(0, 1);
        }

        /** An output for both. */
        @Operation
        public int both() throws InterruptedException {
            return turns(0, 2);
        }

        /** Takes the turns of some workers; returns how many it got. */
        private int turns(int from, int to) throws InterruptedException {
            BitSet left = new BitSet();
            left.set(from, to);
            int count = 0;
            while (!left.isEmpty()) {
                left.clear(order.enter(left));
                order.leave();
                count++;
            }
            return count;
        }
    }

    /** Turns of two workers, where who ends the last one looks before it says so. */
    public static final class Forgetful {

        private int inside;
        private int step;

        @Operation
        public void turn() throws InterruptedException {
            enter();
            boolean last = inside == 1;
            leave(last);
        }

        private synchronized void enter() throws InterruptedException {
            while (step % 2 == 1) {
                wait();
            }
            inside++;
        }

        private synchronized void leave(boolean last) {
            inside--;
            step = last ? 0 : 1;
            notifyAll();
        }
    }
}
