/** Mappers and reducers of Hadoop's old API, as those of the new one that steps have. */
@NullMarked
package io.millrace.collective.old;

import org.jspecify.annotations.NullMarked;
