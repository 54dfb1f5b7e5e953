/**
 * The reports of a running attempt: counters, status text, progress, and how often they are
 * sampled. Depends on Hadoop's counters and on no other part of Millrace.
 */
@NullMarked
package io.millrace.hadoop.counters;

import org.jspecify.annotations.NullMarked;
