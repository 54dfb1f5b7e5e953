/**
 * Loop-variant data: what an iteration makes and the next one's tasks are given, in memory and as a
 * file.
 */
@NullMarked
package io.millrace.collective.data;

import org.jspecify.annotations.NullMarked;
