/** Jobs over records on stock Hadoop. */
@NullMarked
package io.millrace.records.cluster;

import org.jspecify.annotations.NullMarked;
