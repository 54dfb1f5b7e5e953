/** What a class does, as text that can be compared. */
@NullMarked
package io.millrace.bytecode.shape;

import org.jspecify.annotations.NullMarked;
