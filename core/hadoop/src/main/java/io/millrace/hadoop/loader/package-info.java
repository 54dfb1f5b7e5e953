/**
 * The class loader of a job: its jar, its libjars, and the order of its class path and the
 * client's.
 */
@NullMarked
package io.millrace.hadoop.loader;

import org.jspecify.annotations.NullMarked;
