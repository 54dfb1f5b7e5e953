/**
 * Tables of a database, over JDBC: how they are split and read, and how a job's rows are staged and
 * become visible.
 */
@NullMarked
package io.millrace.records.database;

import org.jspecify.annotations.NullMarked;
