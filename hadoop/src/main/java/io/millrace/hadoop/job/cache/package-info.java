/**
 * Hadoop's distributed cache in one process: files and archives that a job asks for are made local
 * once, shared between jobs, and linked in the working directory.
 */
@NullMarked
package io.millrace.hadoop.job.cache;

import org.jspecify.annotations.NullMarked;
