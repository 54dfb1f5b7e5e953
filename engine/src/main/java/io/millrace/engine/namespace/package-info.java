/**
 * Files in memory: a tree of names, and their bytes in slabs of the memory budget, which go to disk
 * where memory is short. Knows paths and bytes; whose file system it is seen as is for others.
 */
@NullMarked
package io.millrace.engine.namespace;

import org.jspecify.annotations.NullMarked;
