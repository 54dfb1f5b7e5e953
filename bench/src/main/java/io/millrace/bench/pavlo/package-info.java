/** The benchmark by Pavlo et al.: its tasks, the ways to run them, and what came of them. */
@NullMarked
package io.millrace.bench.pavlo;

import org.jspecify.annotations.NullMarked;
