/**
 * The list of all that Millrace runs instead of what a job's code says, and the rewriting of
 * classes. Relies on what rewritten code calls.
 */
@NullMarked
package io.millrace.bytecode.rewrite;

import org.jspecify.annotations.NullMarked;
