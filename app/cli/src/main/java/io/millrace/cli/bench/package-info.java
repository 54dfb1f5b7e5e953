/** Measures a user's own job. Measurements of workloads are in a source tree only. */
@NullMarked
package io.millrace.cli.bench;

import org.jspecify.annotations.NullMarked;
