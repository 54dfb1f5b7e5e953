/**
 * Benchmarks of the MaRCO paper (Ahmad et al. 2007) that are neither Hadoop's own nor another
 * package's: each with the reducer that its partial reduce calls.
 */
@NullMarked
package io.millrace.apps.marco;

import org.jspecify.annotations.NullMarked;
