package io.millrace.hadoop.job.cache;

import java.nio.file.Path;

/** A cached resource and where it is now. */
record Localized(CacheResource resource, Path local) {}
