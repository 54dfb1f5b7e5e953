package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Sampled;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that change state of the process find their own, and the client finds the client's. */
@Sampled(oneIn = 4)
@Tag("jdk")
class ProcessStateJobsTest extends ProcessStateJobs {

    @ParameterizedTest
    @EnumSource(StateMapper.Kind.class)
    void ofAJar(StateMapper.Kind kind) throws Exception {
        Job job = job(kind);
        JobJars.bring(job, directory, StateMapper.class);
        requireRight(job);
    }

    @ParameterizedTest
    @EnumSource(
            value = StateMapper.Kind.class,
            names = {"PROPERTY", "LOCALE", "FACTORY", "PUT"})
    void onTheClientsClassPath(StateMapper.Kind kind) throws Exception {
        Job job = job(kind);
        requireRight(job);
        assertThat(job.getStatus().getSchedulingInfo()).contains("one task runs at a time");
    }

    /** There, attempts wait for each other for another reason, too. */
    @Test
    void onHadoopsWholePath() throws Exception {
        Job job = job(StateMapper.Kind.PROPERTY);
        job.getConfiguration().set("millrace.task.runner", "hadoop");
        job.getConfiguration().setInt("millrace.map.threads", 2);
        JobJars.bring(job, directory, StateMapper.class);
        requireRight(job);
    }

    /** The attempts that ran beside each other are run again, which is no failure of theirs. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changedWithoutACallThatIsSeen(boolean ofAJar) throws Exception {
        Job job = job(StateMapper.Kind.ZONE);
        job.setMapperClass(HiddenStateMapper.class);
        if (ofAJar) {
            JobJars.bring(job, directory, HiddenStateMapper.class);
        }
        requireRight(job);
        requireNoFailures(job);
    }
}
