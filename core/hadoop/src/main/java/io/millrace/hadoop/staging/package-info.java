/** The files of jobs: their directories, the files that a client submitted, and deletion. */
@NullMarked
package io.millrace.hadoop.staging;

import org.jspecify.annotations.NullMarked;
