/** How the workloads' mains run their jobs: one, or one for each iteration. */
@NullMarked
package io.millrace.apps.job;

import org.jspecify.annotations.NullMarked;
