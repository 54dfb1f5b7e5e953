/**
 * Hadoop's distributed cache in one process: makes the files and archives of jobs local once,
 * shares them between jobs, and links them into the working directory.
 */
@NullMarked
package io.millrace.hadoop.job.cache;

import org.jspecify.annotations.NullMarked;
