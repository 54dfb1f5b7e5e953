/** The aggregation of the benchmark by Pavlo et al. */
@NullMarked
package io.millrace.apps.visits;

import org.jspecify.annotations.NullMarked;
