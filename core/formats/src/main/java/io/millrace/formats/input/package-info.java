/**
 * Readers of Hadoop's known input formats, which return the same records as the formats' own
 * readers with less work.
 */
@NullMarked
package io.millrace.formats.input;

import org.jspecify.annotations.NullMarked;
