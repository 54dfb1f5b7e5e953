/** Which packages a job's classes share with the client's, and must not. */
@NullMarked
package io.millrace.bytecode.packages;

import org.jspecify.annotations.NullMarked;
