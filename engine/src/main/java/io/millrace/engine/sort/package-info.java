/** Sorting index entries by partition and key. Relies on slabs and nothing else. */
@NullMarked
package io.millrace.engine.sort;

import org.jspecify.annotations.NullMarked;
