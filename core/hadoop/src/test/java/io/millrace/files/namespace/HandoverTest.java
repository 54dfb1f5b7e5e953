package io.millrace.files.namespace;

import io.millrace.hadoop.jobs.HandoverJobs;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that read the SequenceFiles of others. */
@Sampled(oneIn = 2)
final class HandoverTest {

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        Path root = new Path("mem:///");
        root.getFileSystem(new Configuration()).delete(root, true);
        NothingLeft.check();
    }

    @EngineMatrix(value = Extent.FEW, cases = "chains")
    void inMemoryEqualTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.checkInMemory(job, setup);
    }

    @ParameterizedTest
    @MethodSource("chains")
    void onDiskEqualTheLocalRunnerWithAndWithoutIt(JobCase job) throws Exception {
        for (String handover : new String[] {"true", "false"}) {
            SameAsLocal.check(
                    job, EngineSetup.PLAIN, Map.of("millrace.namespace.handover", handover));
        }
    }

    static Stream<JobCase> chains() {
        return Stream.of(HandoverJobs.newApi(), HandoverJobs.oldApi());
    }
}
