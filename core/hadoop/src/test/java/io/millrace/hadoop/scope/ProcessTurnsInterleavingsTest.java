package io.millrace.hadoop.scope;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Sampled;
import io.millrace.testing.Soak;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Interleavings of attempts of two jobs that change a value of their process. */
@Sampled(oneIn = 2)
class ProcessTurnsInterleavingsTest {

    private static final int SCENARIOS = 10;
    private static final int SCHEDULES = Soak.cases(50, 1000);

    @Test
    void attemptsThatAnnounceAChangeFindTheirOwn() {
        check(Announcing.class);
    }

    @Test
    void theRaceOfAttemptsThatAnnounceNothingIsFound() {
        assertThatThrownBy(() -> check(Silent.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    private static void check(Class<?> subject) {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .check(subject);
    }

    /** A job, any number of whose attempts may run. */
    private record AnyNumber(boolean nested) implements Entrant.Job {
        @Override
        public boolean oneAtATime() {
            return false;
        }

        @Override
        public void changed(String value) {
            throw new IllegalStateException(value);
        }
    }

    /** A value that an attempt sets and finds again, and what became of that. */
    private static final class Value {

        private final ProcessTurns turns = new ProcessTurns();
        private int value;

        private boolean change(int own, boolean nested, boolean announces)
                throws InterruptedException {
            Entrant entrant = new Entrant(new AnyNumber(nested), false);
            turns.enter(entrant);
            if (announces) {
                turns.makeExclusive(entrant);
            }
            value = own;
            boolean found = value == own;
            turns.leave(entrant);
            return found;
        }

        /** An attempt that waits for a job, another attempt. */
        private boolean submit(int own) throws InterruptedException {
            Entrant entrant = new Entrant(new AnyNumber(false), false);
            turns.enter(entrant);
            turns.awaitsJob(entrant);
            boolean found = change(own, true, true);
            turns.jobEnded(entrant, 0);
            turns.leave(entrant);
            return found;
        }
    }

    public static final class Announcing {

        private final Value value = new Value();

        @Operation
        public boolean one() throws InterruptedException {
            return value.change(1, false, true);
        }

        @Operation
        public boolean two() throws InterruptedException {
            return value.submit(2);
        }
    }

    public static final class Silent {

        private final Value value = new Value();

        @Operation
        public boolean one() throws InterruptedException {
            return value.change(1, false, false);
        }

        @Operation
        public boolean two() throws InterruptedException {
            return value.change(2, false, false);
        }
    }
}
