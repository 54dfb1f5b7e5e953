/** Tests of slabs and the budget. */
@NullMarked
package io.millrace.engine.memory;

import org.jspecify.annotations.NullMarked;
