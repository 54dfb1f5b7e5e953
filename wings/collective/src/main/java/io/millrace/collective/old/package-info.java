/**
 * Adapters from mappers, reducers, partitioners and input formats of Hadoop's old API to the new
 * one, which loops use.
 */
@NullMarked
package io.millrace.collective.old;

import org.jspecify.annotations.NullMarked;
