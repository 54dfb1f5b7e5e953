/**
 * Hadoop's order of equal keys, for users who compare bytes, and Hadoop's spills, for combiners
 * that are called as often as in Hadoop: where its sort buffer is cut into spills, and in which
 * order its merges, of a map task's spills and of a reduce task's fetched outputs, take equal keys.
 * Its quicksort is {@link io.millrace.engine.sort.QuickSorter}. Sizes and limits are plain numbers;
 * depends on records and cursors.
 */
@NullMarked
package io.millrace.engine.ties;

import org.jspecify.annotations.NullMarked;
