/**
 * What an attempt reports while it runs: counters, status text, progress, and how often any of that
 * is looked at. Relies on Hadoop's counters and on nothing else of Millrace.
 */
@NullMarked
package io.millrace.hadoop.counters;

import org.jspecify.annotations.NullMarked;
