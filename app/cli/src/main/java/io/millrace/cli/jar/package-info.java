/**
 * Running the main class of a job's jar as {@code hadoop jar} does, with Millrace as the default
 * framework.
 */
@NullMarked
package io.millrace.cli.jar;

import org.jspecify.annotations.NullMarked;
