package io.millrace.hadoop.job;

import io.millrace.hadoop.job.cache.DistributedCache;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.staging.JobDirectories;

/** What the jobs of one process share. */
record JobServices(
        Engines engines,
        JobDirectories directories,
        DistributedCache cache,
        JobLoaders loaders,
        Observers observers) {}
