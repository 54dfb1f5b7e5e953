/** Tests of runs on disk. */
@NullMarked
package io.millrace.engine.spill;

import org.jspecify.annotations.NullMarked;
