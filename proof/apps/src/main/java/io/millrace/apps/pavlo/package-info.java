/**
 * The benchmark of Pavlo and others: grep, selection, two aggregations and a join, each over lines,
 * over decoded records and over paged files.
 */
@NullMarked
package io.millrace.apps.pavlo;

import org.jspecify.annotations.NullMarked;
