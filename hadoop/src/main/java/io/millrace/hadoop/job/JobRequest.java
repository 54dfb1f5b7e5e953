package io.millrace.hadoop.job;

import io.millrace.hadoop.staging.SubmitDirectory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A job as it was submitted.
 *
 * @param directory what the client left for the job
 * @param conf read back from there, with the job's credentials; the job's own from now on
 * @param user whom the job runs as
 * @param depth 0, or how many tasks that wait for it, or for one another, are above it
 * @param clientLoader where the submitter's own classes come from
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
