package io.millrace.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs the jobs of a test class, or of one test method, on Millrace. Tests, and their methods for
 * before and after each, may have these parameters:
 *
 * <ul>
 *   <li>{@link org.apache.hadoop.conf.Configuration} or {@link org.apache.hadoop.mapred.JobConf}:
 *       the configuration to make jobs with, one for each test
 *   <li>{@link org.apache.hadoop.fs.Path}: an empty directory on the local disk, one for each test
 *       and deleted after it
 * </ul>
 *
 * <p>A test that leaves a running job, or record memory, fails with a message about it. The process
 * has one engine, so such tests do not run at the same time.
 *
 * <p>With JUnit's configuration parameter {@code millrace.junit.framework=local}, which may be a
 * property of the JVM, the same tests run their jobs under Hadoop's local runner.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MillraceExtension.class)
@ResourceLock("io.millrace.engine")
public @interface MillraceTest {

    /**
     * Settings of the configuration, as {@code key=value}. For instance, {@code
     * millrace.memory.max=8MB} makes all but the smallest jobs spill.
     */
    String[] value() default {};
}
