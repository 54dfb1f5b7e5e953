/**
 * Generated inputs for all kinds of data that the jobs read: the same bytes for the same size and
 * seed, written by any number of threads.
 */
@NullMarked
package io.millrace.workloads.input;

import org.jspecify.annotations.NullMarked;
