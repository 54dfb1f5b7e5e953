/** The identity and class loader of a job, on every thread that works for it. */
@NullMarked
package io.millrace.hadoop.scope;

import org.jspecify.annotations.NullMarked;
