/**
 * The job's combiner, of either API, as the engine calls it: over a sorted run, or as a fold over
 * the pending values of each key.
 */
@NullMarked
package io.millrace.hadoop.combine;

import org.jspecify.annotations.NullMarked;
