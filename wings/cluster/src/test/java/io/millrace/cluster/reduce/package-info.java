/** Tests of the reduce side. */
@NullMarked
package io.millrace.cluster.reduce;

import org.jspecify.annotations.NullMarked;
