/** Tests of shared streams and their locks. */
@NullMarked
package io.millrace.engine.shuffle.delivery;

import org.jspecify.annotations.NullMarked;
