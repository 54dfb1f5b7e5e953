/**
 * The order of a job's map output keys, as Hadoop's comparators define it: comparators for use by
 * one thread, and sort prefixes for known comparators.
 */
@NullMarked
package io.millrace.formats.order;

import org.jspecify.annotations.NullMarked;
