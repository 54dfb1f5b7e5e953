/** Proves from class files what code does with a stream that it is given. */
@NullMarked
package io.millrace.bytecode.flow;

import org.jspecify.annotations.NullMarked;
