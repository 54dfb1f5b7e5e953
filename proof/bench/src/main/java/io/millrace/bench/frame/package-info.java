/** Charts of the measurements, and where results are kept. */
@NullMarked
package io.millrace.bench.frame;

import org.jspecify.annotations.NullMarked;
