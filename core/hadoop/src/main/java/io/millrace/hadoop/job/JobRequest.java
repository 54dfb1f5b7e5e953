package io.millrace.hadoop.job;

import io.millrace.hadoop.staging.SubmitDirectory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A submitted job.
 *
 * @param directory the client's submission directory
 * @param conf read back from the directory, with the job's credentials; owned by the job from now
 *     on
 * @param user whom the job runs as
 * @param depth the number of nested tasks that wait for this job; 0 for a job that no task
 *     submitted
 * @param clientLoader loads the submitter's own classes
 * @param committed called when the output has been committed
 */
record JobRequest(
        JobID id,
        SubmitDirectory directory,
        JobConf conf,
        UserGroupInformation user,
        int depth,
        ClassLoader clientLoader,
        Runnable committed) {}
