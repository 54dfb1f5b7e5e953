/** Tests of this package. */
@NullMarked
package io.millrace.engine.config;

import org.jspecify.annotations.NullMarked;
