package io.millrace.hadoop.job;

import io.millrace.hadoop.job.cache.DistributedCache;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.staging.JobDirectories;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What the jobs of one process share.
 *
 * @param watch looks after attempts that are stuck
 */
record JobServices(
        Engines engines,
        JobDirectories directories,
        DistributedCache cache,
        JobLoaders loaders,
        Observers observers,
        ScheduledExecutorService watch) {}
