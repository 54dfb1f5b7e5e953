/**
 * Readers of Hadoop's known input formats: the records that the formats' own readers give, found
 * with less work.
 */
@NullMarked
package io.millrace.formats.input;

import org.jspecify.annotations.NullMarked;
