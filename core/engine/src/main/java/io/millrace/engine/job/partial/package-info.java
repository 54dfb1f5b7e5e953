/**
 * Rounds of partial reduce: when one starts, on which threads, and when it ends. {@link
 * io.millrace.engine.job.partial.PartialRounds} runs those of a process; a {@link
 * io.millrace.engine.job.partial.RoundPolicy} decides. The records are the shuffle's ({@code
 * engine.shuffle.partial}).
 */
@NullMarked
package io.millrace.engine.job.partial;

import org.jspecify.annotations.NullMarked;
