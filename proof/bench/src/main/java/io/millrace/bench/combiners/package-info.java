/**
 * Jobs whose combiners have to be called, under Hadoop's local runner and in Millrace: how often
 * the combiners are called, what is shuffled, and what it costs.
 */
@NullMarked
package io.millrace.bench.combiners;

import org.jspecify.annotations.NullMarked;
