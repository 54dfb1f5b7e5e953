package io.millrace.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of which a build runs only a sample: those of a class, or the cases of a method. Which ones
 * depends on the seed ({@link Seeds}), so the sample rotates with the commits. With {@code
 * -Dmillrace.test.soak=true} all run.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Rotation.class)
public @interface Sampled {

    /** The sample has one test in so many. */
    int oneIn();
}
