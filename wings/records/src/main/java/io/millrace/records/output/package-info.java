/**
 * Output formats for paged files and tables of a database, for Hadoop's new API. Runs on any
 * Hadoop.
 */
@NullMarked
package io.millrace.records.output;

import org.jspecify.annotations.NullMarked;
