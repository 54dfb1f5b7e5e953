/** Runs Hadoop's own tests on Millrace, each class in a JVM of its own, and keeps the score. */
@NullMarked
package io.millrace.conformance;

import org.jspecify.annotations.NullMarked;
