package io.millrace.exchange.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Soak;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Calls the operations of a class from two threads, in many of the orders in which their steps can
 * follow each other: a model checker, which takes memory for sequentially consistent.
 *
 * <p>Each subject has a twin whose race is known. What does not find that one shows nothing.
 */
public final class Interleavings {

    private static final int SCENARIOS = 10;
    private static final int SCHEDULES = Soak.cases(200, 2000);

    private Interleavings() {}

    /** Fails with a schedule in which the operations of {@code subject} disturb each other. */
    public static void check(Class<?> subject) {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .check(subject);
    }

    /** Fails unless such a schedule is found. */
    public static void assertFound(String kind, Class<?> subject) {
        assertThatThrownBy(() -> check(subject))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining(kind);
    }
}
