/**
 * The reduce side: an engine in a reduce task of Hadoop's, which keeps, partially reduces and
 * merges the map outputs that Hadoop's fetchers bring.
 */
@NullMarked
package io.millrace.cluster.reduce;

import org.jspecify.annotations.NullMarked;
