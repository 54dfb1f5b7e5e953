package io.millrace.hadoop.same;

import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.order.FingerprintJobs;
import io.millrace.hadoop.jobs.InvertedIndexes;
import io.millrace.hadoop.jobs.LibraryJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trait;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;

/** With {@code millrace.sort=fingerprint} jobs that group by their keys get the same groups. */
@Tag("long")
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
                WordCounts.newApiWithoutCombiner(),
                WordCounts.oldApi(),
                InvertedIndexes.oldApi(),
                LibraryJobs.multipleInputs());
    }

    /** The local runner gets the comparator that the key stands for. */
    @EngineMatrix(cases = "named")
    void groupsComeInTheOrderOfTheComparatorInHadoop(EngineSetup setup, JobCase job)
            throws Exception {
        SameAsLocal.check(job, setup, BY_FINGERPRINT);
    }

    static Stream<JobCase> named() {
        return Stream.of(named("combined", true), named("plain", false));
    }

    private static JobCase named(String name, boolean combined) {
        return JobCase.of(
                "fingerprints-" + name,
                WordCounts.newApiWithoutCombiner().input(),
                run -> {
                    Job job = WordCounts.newJob(run, 3);
                    if (!combined) {
                        job.getConfiguration().unset("mapreduce.job.combine.class");
                    }
                    job.getConfiguration().set(FormatKeys.SORT.name(), "fingerprint");
                    FingerprintJobs.apply(job.getConfiguration());
                    run.finish(job);
                },
                combined ? Trait.COMBINES : Trait.SPILLS_WHEN_TINY);
    }
}
