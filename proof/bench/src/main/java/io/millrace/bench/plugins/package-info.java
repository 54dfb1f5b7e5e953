/**
 * Jobs of the MaRCO paper's benchmarks on a Hadoop cluster, with Millrace's plug-ins and without.
 */
@NullMarked
package io.millrace.bench.plugins;

import org.jspecify.annotations.NullMarked;
