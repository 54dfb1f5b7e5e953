package io.millrace.hadoop.job.cache;

import java.nio.file.Path;

/**
 * A link that a job requests in the working directory.
 *
 * @param name relative to the working directory
 * @param target the local file or directory
 * @param source the job's name for the file, for messages
 */
record WantedLink(String name, Path target, String source) {}
