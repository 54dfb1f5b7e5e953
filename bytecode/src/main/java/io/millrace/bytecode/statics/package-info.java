/**
 * Finds out, from their class files, whether a job's classes keep state in statics that tasks
 * running side by side would share.
 */
@NullMarked
package io.millrace.bytecode.statics;

import org.jspecify.annotations.NullMarked;
