package io.millrace.hadoop.same;

import io.millrace.hadoop.jobs.InvertedIndexes;
import io.millrace.hadoop.jobs.SecondarySorts;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The jobs that everybody knows, of both APIs, under every setup. */
@Tag("jdk")
final class CentralJobsTest {
    @EngineMatrix(value = Extent.FULL, cases = "central")
    void equalsTheLocalRunner(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> central() {
        return Stream.of(
                WordCounts.newApi(),
                WordCounts.oldApi(),
                SecondarySorts.newApi(),
                InvertedIndexes.newApi());
    }
}
