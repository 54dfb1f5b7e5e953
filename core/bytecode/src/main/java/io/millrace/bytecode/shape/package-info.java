/** Describes a class's behaviour as text that can be compared. */
@NullMarked
package io.millrace.bytecode.shape;

import org.jspecify.annotations.NullMarked;
