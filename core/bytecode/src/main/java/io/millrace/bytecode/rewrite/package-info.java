/**
 * The list of all code that Millrace replaces, and the rewriting of a job's classes. Depends on the
 * classes that rewritten code calls.
 */
@NullMarked
package io.millrace.bytecode.rewrite;

import org.jspecify.annotations.NullMarked;
