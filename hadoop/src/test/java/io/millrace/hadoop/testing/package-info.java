/**
 * What the tests of this module stand on: a job as data ({@link JobCase}), one run of it
 * ({@link JobRun}), what came out ({@link Outcome}), the comparison with Hadoop's local runner
 * ({@link SameAsLocal}), the matrix of ways to run the engine ({@link EngineMatrix}) and seeded random
 * numbers ({@link Seeds}). Knows no particular job.
 */
@NullMarked
package io.millrace.hadoop.testing;

import org.jspecify.annotations.NullMarked;
