/**
 * Sorted records as reducers and combiners of both APIs get them: in groups of equal keys, with one
 * key object and one value object that are refilled.
 */
@NullMarked
package io.millrace.hadoop.group;

import org.jspecify.annotations.NullMarked;
