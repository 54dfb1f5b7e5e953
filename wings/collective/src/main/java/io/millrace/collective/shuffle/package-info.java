/**
 * The path from a step's mappers to its reducers within a loop: the engine's collector, sort, spill
 * and merge in each worker, and the exchange of records between workers.
 */
@NullMarked
package io.millrace.collective.shuffle;

import org.jspecify.annotations.NullMarked;
