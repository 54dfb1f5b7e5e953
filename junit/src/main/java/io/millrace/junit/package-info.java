/**
 * Runs the jobs of JUnit tests on Millrace. Relies on Hadoop's client, on what {@code hadoop} knows
 * of the jobs of the process, and on no more of JUnit than its API for extensions.
 */
@NullMarked
package io.millrace.junit;

import org.jspecify.annotations.NullMarked;
