/** Runs a loop, with a gang or as a chain of plain jobs. */
@NullMarked
package io.millrace.collective.loop;

import org.jspecify.annotations.NullMarked;
