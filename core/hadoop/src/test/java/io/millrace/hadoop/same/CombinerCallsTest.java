package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.NearlyLegalCombiners;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import io.millrace.verify.Outcome;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Combiners that are called as Hadoop calls them: once for each spill, with each key once, in
 * order, by one instance. Those of these jobs show it, as their results depend on it. Where Hadoop
 * spills once for each map task and Millrace has one run, everything is equal, counters of
 * combining too.
 */
@Sampled(oneIn = 2)
class CombinerCallsTest {

    private static final Map<String, String> UNCHECKED =
            Map.of("millrace.debug.combiner.order", "false");

    static Stream<JobCase> jobs() {
        return NearlyLegalCombiners.all();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void everyCallIsAsHadoopMakesIt(JobCase job) throws Exception {
        Outcome actual = SameAsLocal.check(job, EngineSetup.PLAIN, UNCHECKED);

        Outcome expected = SameAsLocal.local(job);
        assertThat(actual.total(TaskCounter.COMBINE_INPUT_RECORDS))
                .isEqualTo(expected.total(TaskCounter.COMBINE_INPUT_RECORDS));
        assertThat(actual.total(TaskCounter.COMBINE_OUTPUT_RECORDS))
                .isEqualTo(expected.total(TaskCounter.COMBINE_OUTPUT_RECORDS));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void appendingAndSortingMakesTheSameCalls(JobCase job) throws Exception {
        SameAsLocal.check(
                job,
                EngineSetup.PLAIN,
                Map.of(
                        "millrace.debug.combiner.order",
                        "false",
                        "millrace.collector.kind",
                        "sort"));
    }
}
