/** The rows of tables in a database, as records of a job. */
@NullMarked
package io.millrace.records.table;

import org.jspecify.annotations.NullMarked;
