/**
 * The benchmark by Pavlo et al. on its tables, as Jiang et al. measure it: grep, selection, two
 * aggregations and a join, each over lines, over decoded records and over paged files.
 */
@NullMarked
package io.millrace.apps.pavlo;

import org.jspecify.annotations.NullMarked;
