/** Tests of runs. */
@NullMarked
package io.millrace.engine.run;

import org.jspecify.annotations.NullMarked;
