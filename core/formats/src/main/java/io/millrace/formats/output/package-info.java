/**
 * Writers of Hadoop's known output formats, which write the same files as the formats' own writers
 * with less work.
 */
@NullMarked
package io.millrace.formats.output;

import org.jspecify.annotations.NullMarked;
