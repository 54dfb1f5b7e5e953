/**
 * Whose code is running: the identity and class loader of a job, on whichever thread works for it.
 */
@NullMarked
package io.millrace.hadoop.scope;

import org.jspecify.annotations.NullMarked;
