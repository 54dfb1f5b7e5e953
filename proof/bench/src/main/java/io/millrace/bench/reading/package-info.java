/** Ways to read the bytes of a file: Hadoop's streams, and what is below them. */
@NullMarked
package io.millrace.bench.reading;

import org.jspecify.annotations.NullMarked;
