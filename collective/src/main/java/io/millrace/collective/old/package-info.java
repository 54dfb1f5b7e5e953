/**
 * Mappers, reducers, partitioners and input formats of Hadoop's old API, as those of the new one
 * that loops have.
 */
@NullMarked
package io.millrace.collective.old;

import org.jspecify.annotations.NullMarked;
