package io.millrace.workers.isolation;

import io.millrace.hadoop.isolation.HiddenStateMapper;
import io.millrace.hadoop.isolation.JobJars;
import io.millrace.hadoop.isolation.ProcessStateJobs;
import io.millrace.hadoop.isolation.StateMapper;
import java.nio.file.Files;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

/** Tasks that change state of a worker's process find their own. */
final class WorkerProcessStateTest extends ProcessStateJobs {

    @Test
    void changedInAWorkerWithoutACallThatIsSeen() throws Exception {
        Job job = job(StateMapper.Kind.ZONE);
        job.setMapperClass(HiddenStateMapper.class);
        job.getConfiguration().setInt("millrace.workers", 2);
        job.getConfiguration().setInt("millrace.map.threads", 4);
        for (int i = 0; i < 4; i++) { // two for each worker, beside those that there are
            Files.writeString(directory.resolve("in").resolve("more" + i), "1\n");
        }
        JobJars.bring(job, directory, HiddenStateMapper.class);
        requireRight(job, 2 * 3 + 4);
        requireNoFailures(job);
    }
}
