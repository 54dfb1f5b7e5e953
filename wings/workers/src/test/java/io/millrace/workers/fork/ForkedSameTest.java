package io.millrace.workers.fork;

import io.millrace.hadoop.jobs.CombinerJobs;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.MixedApiJobs;
import io.millrace.hadoop.jobs.OrderJobs;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import io.millrace.testing.Soak;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs whose tasks run in forked JVMs, compared with Hadoop's local runner. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
final class ForkedSameTest {

    private static final Map<String, String> FORKED =
            Map.of(
                    "millrace.task.isolation",
                    "process",
                    "mapred.child.java.opts",
                    ForkedJobs.QUICK_START);

    static Stream<JobCase> jobs() {
        return Stream.of(
                        WordCounts.newApi(),
                        OrderJobs.rawComparators(),
                        MapOnlyJobs.oldApi(),
                        WordCounts.oldApi(),
                        CombinerJobs.withGroupingComparator(),
                        MixedApiJobs.oldMapperNewReducer())
                .limit(Soak.cases(3, 6));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void jobsEqualTheLocalRunner(JobCase job) throws Exception {
        SameAsLocal.check(job, EngineSetup.PLAIN, FORKED);
    }

    @Test
    void littleMemoryChangesNothing() throws Exception {
        SameAsLocal.check(
                WordCounts.newApiWithoutCombiner(), EngineSetup.PLAIN.with(Memory.TINY), FORKED);
    }

    @Test
    void noInputIsNoTrouble() throws Exception {
        SameAsLocal.check(ShapeJobs.zeroInput(), EngineSetup.PLAIN, FORKED);
    }
}
