/**
 * The job's combiner, of either API, as the engine calls it: over a sorted run, or folding the
 * pending values of one key after the other.
 */
@NullMarked
package io.millrace.hadoop.combine;

import org.jspecify.annotations.NullMarked;
