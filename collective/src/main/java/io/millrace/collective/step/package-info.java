/**
 * What a loop consists of, as its program says it and as its tasks read it in their configuration.
 */
@NullMarked
package io.millrace.collective.step;

import org.jspecify.annotations.NullMarked;
