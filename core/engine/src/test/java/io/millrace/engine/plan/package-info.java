/** Tests of this package. */
@NullMarked
package io.millrace.engine.plan;

import org.jspecify.annotations.NullMarked;
