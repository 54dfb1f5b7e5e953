/**
 * The tools of the parts of a shuffle: its terms, the sort pool, and resources that are closed
 * together. Read {@link io.millrace.engine.shuffle.context.ShuffleContext} first; it is lent to
 * every class of a shuffle.
 */
@NullMarked
package io.millrace.engine.shuffle.context;

import org.jspecify.annotations.NullMarked;
