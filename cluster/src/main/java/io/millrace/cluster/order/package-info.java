/** The order of keys by their fingerprints: which keys have it, and which jobs may use it. */
@NullMarked
package io.millrace.cluster.order;

import org.jspecify.annotations.NullMarked;
