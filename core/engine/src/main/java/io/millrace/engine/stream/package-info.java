/**
 * Records in the order in which they were written, in slabs, with the index that sorts them.
 * Depends on memory, record and sort.
 */
@NullMarked
package io.millrace.engine.stream;

import org.jspecify.annotations.NullMarked;
