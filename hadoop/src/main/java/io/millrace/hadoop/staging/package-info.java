/** Files of jobs: where they are, what the client left there, and how they are deleted. */
@NullMarked
package io.millrace.hadoop.staging;

import org.jspecify.annotations.NullMarked;
