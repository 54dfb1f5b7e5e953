/** Hadoop's local file system, without its detours. */
@NullMarked
package io.millrace.hadoop.fs;

import org.jspecify.annotations.NullMarked;
