/**
 * Proves from class files what code does with a stream parameter, and with arrays that it creates.
 */
@NullMarked
package io.millrace.bytecode.flow;

import org.jspecify.annotations.NullMarked;
