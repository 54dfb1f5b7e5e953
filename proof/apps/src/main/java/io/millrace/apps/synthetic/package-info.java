/** A job whose shape is set by parameters: the workload generator of the Hone paper. */
@NullMarked
package io.millrace.apps.synthetic;

import org.jspecify.annotations.NullMarked;
