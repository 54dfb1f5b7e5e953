/** A faster variant of Hadoop's local file system. */
@NullMarked
package io.millrace.files.direct;

import org.jspecify.annotations.NullMarked;
