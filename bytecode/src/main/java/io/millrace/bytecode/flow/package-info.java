/** Proves from class files what code does with a stream parameter. */
@NullMarked
package io.millrace.bytecode.flow;

import org.jspecify.annotations.NullMarked;
