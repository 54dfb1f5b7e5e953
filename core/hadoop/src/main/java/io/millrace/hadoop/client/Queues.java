package io.millrace.hadoop.client;

import io.millrace.hadoop.job.HadoopJob;
import io.millrace.hadoop.job.JobTable;
import java.util.Arrays;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.QueueACL;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.QueueState;
import org.jspecify.annotations.Nullable;

/** The job queues: only {@code default}, which is open to everybody. */
final class Queues {

    private final JobTable jobs;

    Queues(JobTable jobs) {
        this.jobs = jobs;
    }

    QueueInfo[] all() {
        return new QueueInfo[] {queue()};
    }

    @Nullable QueueInfo find(String name) {
        return name.equals(JobConf.DEFAULT_QUEUE_NAME) ? queue() : null;
    }

    /** The queue has no subqueues. */
    QueueInfo[] children() {
        return new QueueInfo[0];
    }

    QueueAclsInfo[] acls() {
        String[] operations =
                Arrays.stream(QueueACL.values()).map(QueueACL::getAclName).toArray(String[]::new);
        return new QueueAclsInfo[] {new QueueAclsInfo(JobConf.DEFAULT_QUEUE_NAME, operations)};
    }

    private QueueInfo queue() {
        JobStatus[] statuses = jobs.all().stream().map(HadoopJob::status).toArray(JobStatus[]::new);
        return new QueueInfo(JobConf.DEFAULT_QUEUE_NAME, "", QueueState.RUNNING, statuses);
    }
}
