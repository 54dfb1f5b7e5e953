/** The configuration keys of tasks in other processes. */
@NullMarked
package io.millrace.workers.config;

import org.jspecify.annotations.NullMarked;
