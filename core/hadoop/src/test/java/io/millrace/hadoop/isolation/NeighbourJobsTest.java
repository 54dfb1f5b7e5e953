package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Sampled;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of several jobs that run in one client at the same time, and change its state. */
@Timeout(120)
@Sampled(oneIn = 3)
class NeighbourJobsTest extends NeighbourJobs {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoAtATime(boolean bothSet) throws Exception {
        Job one = job("one", true);
        Job other = job("other", bothSet);
        JobJars.bring(one, directory, NeighbourMapper.class);
        JobJars.bring(other, directory, NeighbourMapper.class);
        requireRight(one, other);
        assertThat(words("one/out")).hasSize(TASKS * 3).containsOnly("right");
        assertThat(words("other/out")).hasSize(TASKS * 3).containsOnly("right");
    }

    @Test
    void aJobWhoseClassesTheClientHasBesideAnother() throws Exception {
        Job one = job("one", true);
        Job other = job("other", false);
        JobJars.bring(other, directory, NeighbourMapper.class);
        requireRight(one, other);
        assertThat(words("one/out")).hasSize(TASKS * 3).containsOnly("right");
        assertThat(words("other/out")).hasSize(TASKS * 3).containsOnly("right");
    }

    /** Neither does a task wait for a job that waits for it, nor two such tasks for each other. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jobsOfTasks(boolean late) throws Exception {
        Job job = job("one", true);
        job.getConfiguration().setBoolean(NeighbourMapper.SETS_LATE, late);
        job.getConfiguration().set(NeighbourMapper.BELOW, directory.resolve("below").toString());
        JobJars.bring(job, directory, NeighbourMapper.class);
        requireRight(job);
        assertThat(words("one/out")).hasSize(TASKS * 3).containsOnly("right");
        assertThat(words("below")).hasSize(TASKS * TASKS * 3).containsOnly("right");
    }
}
