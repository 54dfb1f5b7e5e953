/** Sorting index entries by partition and key. Depends on slabs only. */
@NullMarked
package io.millrace.engine.sort;

import org.jspecify.annotations.NullMarked;
