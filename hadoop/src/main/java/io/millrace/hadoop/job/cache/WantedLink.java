package io.millrace.hadoop.job.cache;

import java.nio.file.Path;

/**
 * A link that a job wants in the working directory.
 *
 * @param name relative to the working directory
 * @param target the local file or directory
 * @param source what the job calls it, for messages
 */
record WantedLink(String name, Path target, String source) {}
