/**
 * Paged record files: records of delimited text in pages, each with a checksum and, in the footer,
 * the bounds of its values, so that readers skip pages without records that they want.
 */
@NullMarked
package io.millrace.records.paged;

import org.jspecify.annotations.NullMarked;
