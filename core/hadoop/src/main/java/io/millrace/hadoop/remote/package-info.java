/**
 * The interface to a module above that runs the tasks of jobs in other processes. Nothing here or
 * below knows that module: it is found as a service, and may be missing.
 */
@NullMarked
package io.millrace.hadoop.remote;

import org.jspecify.annotations.NullMarked;
