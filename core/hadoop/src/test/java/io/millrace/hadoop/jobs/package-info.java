/**
 * Sample jobs, as real users write them, and generators of their input. Where Hadoop's published
 * examples have a job, that one is used; the others are small and do one odd thing each. Static
 * fields are avoided, so that nothing stops tasks from running side by side.
 */
@NullMarked
package io.millrace.hadoop.jobs;

import org.jspecify.annotations.NullMarked;
