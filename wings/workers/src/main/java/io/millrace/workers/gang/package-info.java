/** How the tasks of one job find each other on a cluster. */
@NullMarked
package io.millrace.workers.gang;

import org.jspecify.annotations.NullMarked;
