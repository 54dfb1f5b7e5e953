/** Values of the process that a job's code may replace, outside its own classes. */
@NullMarked
package io.millrace.hadoop.state;

import org.jspecify.annotations.NullMarked;
