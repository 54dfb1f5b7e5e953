/**
 * The map side: an engine in a map task of Hadoop's, whose output becomes the two files that the
 * cluster's shuffle serves.
 */
@NullMarked
package io.millrace.cluster.map;

import org.jspecify.annotations.NullMarked;
