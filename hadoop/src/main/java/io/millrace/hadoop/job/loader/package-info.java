/**
 * The class loader of a job: its jar, its libjars, and what of the client's class path it sees
 * first.
 */
@NullMarked
package io.millrace.hadoop.job.loader;

import org.jspecify.annotations.NullMarked;
