/**
 * Files in memory: a tree of names, and their bytes in slabs of the memory budget, which spill to
 * disk when memory runs short. It has paths and bytes only; other packages present them as file
 * systems.
 */
@NullMarked
package io.millrace.engine.namespace;

import org.jspecify.annotations.NullMarked;
