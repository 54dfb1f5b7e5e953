/**
 * The order of a job's map output keys, as Hadoop's comparators define it: comparators for one
 * thread of use, and sort prefixes for the comparators that are known.
 */
@NullMarked
package io.millrace.formats.order;

import org.jspecify.annotations.NullMarked;
