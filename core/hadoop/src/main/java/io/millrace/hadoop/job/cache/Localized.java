package io.millrace.hadoop.job.cache;

import java.nio.file.Path;

/**
 * A cached resource and its local place.
 *
 * @param local the file or directory itself
 * @param seen the path for tasks: its link in the working directory, or {@code local} without a
 *     link
 */
record Localized(CacheResource resource, Path local, Path seen) {}
