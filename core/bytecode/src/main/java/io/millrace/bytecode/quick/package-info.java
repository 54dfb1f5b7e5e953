/**
 * Faster replacements of some calls in a job's classes, with the same results. Used by rewritten
 * classes, and by the code that rewrites them.
 */
@NullMarked
package io.millrace.bytecode.quick;

import org.jspecify.annotations.NullMarked;
