package io.millrace.engine.trace;

import io.millrace.engine.testing.Interleavings;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** A thread that marks its phases, and the one that looks at the mark. */
class PhaseMarkInterleavingsTest {

    @Test
    void theLastMarkIsSeenWhole() {
        Interleavings.check(Whole.class);
    }

    @Test
    void theRaceOfAMarkOfTwoPartsIsFound() {
        Interleavings.assertFound("Invalid execution results", InParts.class);
    }

    public static final class Whole {

        private final PhaseMark mark = new PhaseMark();

        @Operation
        public void merge() {
            mark.enter(Phase.MERGE);
        }

        @Operation
        public void reduce() {
            mark.enter(Phase.REDUCE);
        }

        @Operation
        public Phase current() {
            return mark.current();
        }
    }

    /** A mark whose phase has a number and a name. */
    public static final class InParts {

        private int number;
        private String name = "";

        @Operation
        public void merge() {
            number = 1;
            name = "merge";
        }

        @Operation
        public void reduce() {
            number = 2;
            name = "reduce";
        }

        @Operation
        public String current() {
            return number + name;
        }
    }
}
