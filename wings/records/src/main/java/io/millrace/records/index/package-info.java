/**
 * Indexes of delimited text: a job that writes the records of a text into paged files, sorted by a
 * column or not, and the check that the text has not changed since.
 */
@NullMarked
package io.millrace.records.index;

import org.jspecify.annotations.NullMarked;
