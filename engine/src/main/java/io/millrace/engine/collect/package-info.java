/** The collector that combines as it goes: a hash table from keys to pending values. */
@NullMarked
package io.millrace.engine.collect;

import org.jspecify.annotations.NullMarked;
