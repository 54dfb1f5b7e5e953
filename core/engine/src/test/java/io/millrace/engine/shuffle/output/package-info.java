/** Tests of the output of map attempts. */
@NullMarked
package io.millrace.engine.shuffle.output;

import org.jspecify.annotations.NullMarked;
