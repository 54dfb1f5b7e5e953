/**
 * From a step's mappers to its reducers within a loop: the engine's collector, sort, spill and
 * merge in each worker, and what workers send each other of it.
 */
@NullMarked
package io.millrace.collective.shuffle;

import org.jspecify.annotations.NullMarked;
