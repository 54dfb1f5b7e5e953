/** Runs Hadoop's own tests on Millrace, each class in a separate JVM, and counts the results. */
@NullMarked
package io.millrace.conformance;

import org.jspecify.annotations.NullMarked;
