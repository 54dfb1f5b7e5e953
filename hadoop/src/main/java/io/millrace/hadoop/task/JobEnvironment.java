package io.millrace.hadoop.task;

import io.millrace.hadoop.loader.JobClasses;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What all attempts of one job share. Immutable, but for {@code conf}, which nobody may change:
 * each attempt makes its own copy.
 *
 * @param conf the job's configuration as submitted, with the job's class loader and credentials
 *     set, and with what is the same in all of its tasks: {@code mapreduce.job.id}, {@code
 *     mapreduce.job.local.dir}, {@code mapreduce.job.cache.local.files} and {@code .archives};
 *     attempts set the rest in their copies
 * @param classes the copies of the job's classes that attempts run with
 * @param user whom all user code and all file access of the job runs as, with the job's credentials
 * @param splits the job's splits, in task order
 * @param workDirectory the job's local directory ({@code mapreduce.job.local.dir}); exists
 */
public record JobEnvironment(
        JobID id,
        JobConf conf,
        JobClasses classes,
        UserGroupInformation user,
        List<SerializedSplit> splits,
        Path workDirectory) {

    /** Where the job's classes come from outside of attempts. */
    public ClassLoader loader() {
        return classes.own();
    }
}
