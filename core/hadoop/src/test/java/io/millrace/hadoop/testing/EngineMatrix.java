package io.millrace.hadoop.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a test under many {@link EngineSetup}s: shuffle x slab kind x memory x fast paths, and under
 * Hadoop's own tasks. The other dimensions (API, reducers, ...) are the test's own. A test method
 * has two parameters: the setup and a {@link JobCase} out of {@link #cases}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{argumentsWithNames}")
@ArgumentsSource(EngineSetups.class)
public @interface EngineMatrix {
    /**
     * Which setups each case runs under when all cases run. A build runs a case under one of them
     * ({@code FULL}: four), with the shuffle that plans choose by default twice as often as with
     * another. Which one depends on the seed; see {@link io.millrace.testing.Soak}.
     */
    enum Extent {
        /** All of them. */
        FULL,
        /** Each value, and each pair of values, at least once. */
        COVERING,
        /**
         * One of each shuffle, by turns with the other dimensions; for what hardly depends on them.
         */
        FEW
    }

    Extent value() default Extent.COVERING;

    /** Name of a static method of the test class that gives the cases. */
    String cases();
}
