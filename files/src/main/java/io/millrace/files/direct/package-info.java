/** Hadoop's local file system, without its detours. */
@NullMarked
package io.millrace.files.direct;

import org.jspecify.annotations.NullMarked;
