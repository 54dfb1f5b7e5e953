/**
 * Writers of Hadoop's known output formats: the files that the formats' own writers make, written
 * with less work.
 */
@NullMarked
package io.millrace.formats.output;

import org.jspecify.annotations.NullMarked;
