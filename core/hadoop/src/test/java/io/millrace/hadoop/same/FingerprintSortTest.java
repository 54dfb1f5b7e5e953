package io.millrace.hadoop.same;

import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.order.FingerprintJobs;
import io.millrace.hadoop.jobs.LibraryJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trait;
import io.millrace.testing.Sampled;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;

/** With {@code millrace.sort=fingerprint} jobs that group by their keys get the same groups. */
@Sampled(oneIn = 2)
final class FingerprintSortTest {

    private static final Map<String, String> BY_FINGERPRINT =
            Map.of(FormatKeys.SORT.name(), "fingerprint");

    @EngineMatrix(cases = "grouping")
    void eachPartitionHasTheSameGroups(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job.inAnyOrder(), setup, BY_FINGERPRINT);
    }

    static Stream<JobCase> grouping() {
        return Stream.of(
                WordCounts.newApi(),
                WordCounts.oldApiWithoutCombiner(),
                LibraryJobs.multipleInputs());
    }

    /** The local runner gets the comparator that the key stands for. */
    @EngineMatrix(value = Extent.FEW, cases = "named")
    void groupsComeInTheOrderOfTheComparatorInHadoop(EngineSetup setup, JobCase job)
            throws Exception {
        SameAsLocal.check(job, setup, BY_FINGERPRINT);
    }

    static Stream<JobCase> named() {
        return Stream.of(
                JobCase.of(
                        "fingerprints",
                        WordCounts.newApiWithoutCombiner().input(),
                        run -> {
                            Job job = WordCounts.newJob(run, 3);
                            job.getConfiguration().unset("mapreduce.job.combine.class");
                            job.getConfiguration().set(FormatKeys.SORT.name(), "fingerprint");
                            FingerprintJobs.apply(job.getConfiguration());
                            run.finish(job);
                        },
                        Trait.SPILLS_WHEN_TINY));
    }
}
