package io.millrace.files.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import io.millrace.verify.Outcome;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs whose input and output are in memory. */
@Sampled(oneIn = 3)
final class MemoryJobsTest extends JobsOverFiles {

    @Override
    protected void check(JobCase job, EngineSetup setup) throws Exception {
        SameAsLocal.checkInMemory(job, setup);
    }

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        Path root = new Path("mem:///");
        root.getFileSystem(new Configuration()).delete(root, true);
        NothingLeft.check();
    }

    @Test
    void bytesAreCountedForTheScheme() throws Exception {
        Outcome outcome = SameAsLocal.checkInMemory(WordCounts.newApi(), EngineSetup.PLAIN);

        String group = FileSystemCounter.class.getName();
        assertThat(outcome.jobs().get(0).counters().get(group + ":MEM_BYTES_READ")).isPositive();
        assertThat(outcome.jobs().get(0).counters().get(group + ":MEM_BYTES_WRITTEN")).isPositive();
    }
}
