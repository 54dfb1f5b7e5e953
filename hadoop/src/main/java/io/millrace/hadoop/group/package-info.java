/**
 * Sorted records as reducers and combiners of both APIs get them: by groups of equal keys, with one
 * key and one value object that are filled anew.
 */
@NullMarked
package io.millrace.hadoop.group;

import org.jspecify.annotations.NullMarked;
