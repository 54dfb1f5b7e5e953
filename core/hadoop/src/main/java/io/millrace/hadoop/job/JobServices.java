package io.millrace.hadoop.job;

import io.millrace.hadoop.job.cache.DistributedCache;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.remote.RemoteExecution;
import io.millrace.hadoop.staging.JobDirectories;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The services that the jobs of one process share.
 *
 * @param remote runs the tasks of jobs in other processes
 * @param watch ends attempts that are stuck
 */
record JobServices(
        Engines engines,
        JobDirectories directories,
        DistributedCache cache,
        JobLoaders loaders,
        Observers observers,
        RemoteExecution remote,
        ScheduledExecutorService watch) {}
