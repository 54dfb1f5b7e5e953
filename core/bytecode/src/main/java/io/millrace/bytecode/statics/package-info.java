/**
 * Finds out, from their class files, whether a job's classes keep state in statics that concurrent
 * tasks would share.
 */
@NullMarked
package io.millrace.bytecode.statics;

import org.jspecify.annotations.NullMarked;
