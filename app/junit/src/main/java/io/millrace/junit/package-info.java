/**
 * Runs the jobs of JUnit tests on Millrace. Depends on Hadoop's client, on the job list of {@code
 * hadoop}, and on JUnit's extension API only.
 */
@NullMarked
package io.millrace.junit;

import org.jspecify.annotations.NullMarked;
