package io.millrace.hadoop.job.cache;

import java.nio.file.Path;

/**
 * A cached resource and where it is now.
 *
 * @param local the file or directory itself
 * @param seen what tasks are told: its link in the working directory, or {@code local} without one
 */
record Localized(CacheResource resource, Path local, Path seen) {}
