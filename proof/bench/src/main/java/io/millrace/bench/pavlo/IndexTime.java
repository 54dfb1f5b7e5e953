package io.millrace.bench.pavlo;

import io.millrace.bench.frame.Figures;

/** How long it took to write the paged files of a table, in the order of the text or sorted. */
record IndexTime(String table, boolean sorted, Figures figures) {}
