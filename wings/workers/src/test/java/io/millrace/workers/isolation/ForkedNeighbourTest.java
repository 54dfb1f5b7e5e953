package io.millrace.workers.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.isolation.JobJars;
import io.millrace.hadoop.isolation.NeighbourJobs;
import io.millrace.hadoop.isolation.NeighbourMapper;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks in forked JVMs of jobs that tasks have submitted. */
@Timeout(120)
final class ForkedNeighbourTest extends NeighbourJobs {

    /** Neither does a task wait for steps of a job that waits for it, whose tasks take no turns. */
    @Test
    void jobsOfTasksInProcesses() throws Exception {
        Job job = job("one", true);
        job.getConfiguration().set(NeighbourMapper.BELOW, directory.resolve("below").toString());
        job.getConfiguration().set(NeighbourMapper.BELOW_ISOLATION, "process");
        JobJars.bring(job, directory, NeighbourMapper.class);
        requireRight(job);
        assertThat(words("below")).hasSize(TASKS * TASKS * 3).containsOnly("right");
    }
}
