/**
 * The floor: a job's own mapper over lines from memory, with a {@code write} that only counts. No
 * engine can run the job faster on the same number of threads.
 */
@NullMarked
package io.millrace.bench.floor;

import org.jspecify.annotations.NullMarked;
