package io.millrace.hadoop.job;

import io.millrace.hadoop.job.cache.DistributedCache;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.staging.JobDirectories;
import io.millrace.hadoop.worker.WorkerSources;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The services that the jobs of one process share.
 *
 * @param workers where the workers of jobs come from
 * @param watch ends attempts that are stuck
 */
record JobServices(
        Engines engines,
        JobDirectories directories,
        DistributedCache cache,
        JobLoaders loaders,
        Observers observers,
        WorkerSources workers,
        ScheduledExecutorService watch) {}
