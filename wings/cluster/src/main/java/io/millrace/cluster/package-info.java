/**
 * Plug-ins for the tasks of a stock Hadoop cluster. A job names them in its configuration and ships
 * this jar with {@code -libjars}; the cluster needs no change.
 */
@NullMarked
package io.millrace.cluster;

import org.jspecify.annotations.NullMarked;
