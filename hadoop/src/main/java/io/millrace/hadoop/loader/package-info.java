/**
 * The class loader of a job: its jar, its libjars, and what of the client's class path it sees
 * first.
 */
@NullMarked
package io.millrace.hadoop.loader;

import org.jspecify.annotations.NullMarked;
