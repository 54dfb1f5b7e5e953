package io.millrace.engine.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.millrace.testing.Soak;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Calls the operations of a class from two threads, in many of the orders in which their steps can
 * follow each other: a model checker, which decides before each access of shared memory who goes
 * on. Results have to be those of some order of the operations one after the other. It takes memory
 * for sequentially consistent; what processors do beside that is for tests that let threads race.
 *
 * <p>Each subject has a twin whose race is known. What does not find that one shows nothing.
 */
public final class Interleavings {

    private static final int SCENARIOS = 10;
    private static final int SCHEDULES = Soak.cases(100, 1000);

    private Interleavings() {}

    /**
     * Fails with a schedule in which the operations of {@code subject} disturb each other.
     *
     * @param opaque classes into which the tool does not look; their users must order the calls
     */
    public static void check(Class<?> subject, Class<?>... opaque) {
        ModelCheckingOptions options = new ModelCheckingOptions();
        for (Class<?> each : opaque) {
            options.addGuarantee(forClasses(each.getName()).allMethods().ignore());
        }
        options.iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(2)
                .actorsPerThread(2)
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
