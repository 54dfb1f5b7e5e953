package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What jobs that want their intermediate data encrypted leave on disk while they run. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
@Sampled(oneIn = 3)
final class EncryptedSpillTest extends EncryptedSpills {

    @ParameterizedTest(name = "{0} encrypted={1}")
    @CsvSource({"PULL,true", "PUSH,true", "HYBRID,true", "PULL,false"})
    void nothingIsOnDiskInClear(ShuffleKind shuffle, boolean encrypted) throws Exception {
        requireNothingInClear(shuffle, encrypted, "auto");
    }

    @Test
    void aKilledJobLeavesNothing() throws Exception {
        Path gate = Workspace.directory("gate").resolve("open");
        Trial trial = trial(ShuffleKind.PULL);
        Job job = submit(trial, gate, true, "auto");
        Await.until("a reduce task has marked", () -> Files.exists(Path.of(gate + "-reached")));
        job.killJob();
        assertThat(trial.await(job).state()).isEqualTo(State.KILLED);
        NothingLeft.check();
        assertThat(Workspace.filesBelow(localDirectory())).noneMatch(EncryptedSpillTest::tells);
    }
}
