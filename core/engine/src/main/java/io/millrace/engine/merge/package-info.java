/** Merging of many runs into one ordered sequence of records. */
@NullMarked
package io.millrace.engine.merge;

import org.jspecify.annotations.NullMarked;
