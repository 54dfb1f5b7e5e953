package io.millrace.files.direct;

import io.millrace.files.namespace.JobsOverFiles;
import io.millrace.hadoop.jobs.PipelineJobs;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs whose output directories are kept in memory. */
@Sampled(oneIn = 4)
final class RedirectedJobsTest extends JobsOverFiles {

    @Override
    protected void check(JobCase job, EngineSetup setup) throws Exception {
        SameAsLocal.checkRedirected(job, setup);
    }

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        NothingLeft.check();
    }

    @Test
    void ofALongPipelineEqualTheLocalRunnerOnDisk() throws Exception {
        SameAsLocal.checkRedirected(PipelineJobs.twenty(), EngineSetup.PLAIN.with(Memory.TINY));
    }
}
