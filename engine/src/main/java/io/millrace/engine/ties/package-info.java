/**
 * Hadoop's order of equal keys, for those who compare bytes: where its sort buffer is cut into
 * spills, and in which order its merges, of a map task's spills and of what a reduce task has
 * fetched, take equal keys. Its quicksort is {@link io.millrace.engine.sort.QuickSorter}. Sizes and
 * limits come as numbers; relies on records and cursors.
 */
@NullMarked
package io.millrace.engine.ties;

import org.jspecify.annotations.NullMarked;
