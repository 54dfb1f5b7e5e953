/**
 * Loop-variant data, which an iteration produces for the tasks of the next one, in memory and as a
 * file.
 */
@NullMarked
package io.millrace.collective.data;

import org.jspecify.annotations.NullMarked;
