/**
 * Hadoop's order of equal keys, for users who compare bytes: where its sort buffer is cut into
 * spills, and in which order its merges, of a map task's spills and of a reduce task's fetched
 * outputs, take equal keys. Its quicksort is {@link io.millrace.engine.sort.QuickSorter}. Sizes and
 * limits are plain numbers; depends on records and cursors.
 */
@NullMarked
package io.millrace.engine.ties;

import org.jspecify.annotations.NullMarked;
