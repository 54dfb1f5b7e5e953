/** Finds packages that the job's classes and the client's must not share. */
@NullMarked
package io.millrace.bytecode.packages;

import org.jspecify.annotations.NullMarked;
