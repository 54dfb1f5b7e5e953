/** The collector that combines records as they come: a hash table from keys to pending values. */
@NullMarked
package io.millrace.engine.collect;

import org.jspecify.annotations.NullMarked;
