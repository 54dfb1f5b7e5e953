/** The output format for paged files, for Hadoop's new API. Runs on any Hadoop. */
@NullMarked
package io.millrace.records.output;

import org.jspecify.annotations.NullMarked;
