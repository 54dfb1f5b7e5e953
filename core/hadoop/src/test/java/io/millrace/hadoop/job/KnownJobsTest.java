package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.staging.SubmitDirectory;
import io.millrace.hadoop.tracking.AttemptTracker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownJobsTest {

    private static final long A_MINUTE = 60_000;

    @TempDir Path directory;

    private final AtomicLong passed = new AtomicLong();
    private final KnownJobs known = new KnownJobs(() -> System.currentTimeMillis() + passed.get());

    @Test
    void theOldestOfTooManyEndedJobsAreForgottenButNotBeforeAMinute() throws IOException {
        List<HadoopJob> jobs = new ArrayList<>();
        for (int number = 1; number <= 4; number++) {
            jobs.add(add(number));
        }
        HadoopJob running = add(5);
        jobs.forEach(job -> end(job, 2));
        assertThat(known.all()).hasSize(5);
        passed.set(2 * A_MINUTE);
        HadoopJob last = add(6);
        end(last, 2);
        assertThat(known.all()).containsExactly(jobs.get(3), running, last);
        assertThat(known.find(jobs.get(0).id())).isNull();
        assertThat(known.find(running.id())).isSameAs(running);
        assertThat(kept(1)).doesNotExist();
        assertThat(kept(4)).exists();
    }

    private void end(HadoopJob job, int retained) {
        job.end(JobEnd.SUCCESS, new org.apache.hadoop.mapred.Counters());
        known.ended(job, retained);
    }

    private Path kept(int number) {
        return directory.resolve("kept" + number);
    }

    private HadoopJob add(int number) throws IOException {
        JobID id = new JobID("17", number);
        JobConf conf = ClientConf.in(directory);
        SubmitDirectory files =
                new SubmitDirectory(
                        directory.resolve("submitted").toString(),
                        conf,
                        Files.createDirectory(kept(number)));
        JobState standing = new JobState(id, conf, "alice", "job.xml");
        AttemptTracker tracker = new AttemptTracker(id);
        KillSwitch kill = new KillSwitch();
        HadoopJob job = new HadoopJob(id, standing, tracker, kill);
        JobRequest request =
                new JobRequest(
                        id,
                        files,
                        conf,
                        UserGroupInformation.getCurrentUser(),
                        0,
                        getClass().getClassLoader(),
                        () -> {});
        known.add(job, files, new JobThread(job, null, request, () -> {}, ended -> {}));
        return job;
    }
}
