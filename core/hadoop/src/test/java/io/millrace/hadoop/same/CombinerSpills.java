package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.SpilledCombiners;
import io.millrace.hadoop.jobs.SpilledCombiners.Kind;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Compares how often combiners are called with Hadoop. */
public abstract class CombinerSpills {

    protected static Map<String, String> settings(String sortMb, String share, String minSpills) {
        return new TreeMap<>(
                Map.of(
                        MRJobConfig.IO_SORT_MB,
                        sortMb,
                        MRJobConfig.MAP_SORT_SPILL_PERCENT,
                        share,
                        MRJobConfig.MAP_COMBINE_MIN_SPILLS,
                        minSpills));
    }

    protected static Outcome check(
            Kind kind, Map<String, String> settings, EngineSetup setup, String collector)
            throws Exception {
        JobCase job = SpilledCombiners.of(kind, settings);
        Outcome actual =
                SameAsLocal.check(job, setup, Map.of("millrace.collector.kind", collector));
        Outcome expected = SameAsLocal.local(job);
        for (TaskCounter counter :
                new TaskCounter[] {
                    TaskCounter.COMBINE_INPUT_RECORDS,
                    TaskCounter.COMBINE_OUTPUT_RECORDS,
                    TaskCounter.REDUCE_INPUT_RECORDS
                }) {
            assertThat(actual.total(counter))
                    .as("%s of %s (%s)", counter, job, setup)
                    .isEqualTo(expected.total(counter));
        }
        assertThat(calls(actual)).as("instances of %s (%s)", job, setup).isEqualTo(calls(expected));
        assertThat((double) actual.total(TaskCounter.REDUCE_SHUFFLE_BYTES))
                .as("bytes shuffled by %s (%s)", job, setup)
                .isLessThanOrEqualTo(1.1 * expected.total(TaskCounter.REDUCE_SHUFFLE_BYTES));
        return actual;
    }

    /** What instances of the combiner counted. */
    protected static Map<String, Long> calls(Outcome outcome) {
        Map<String, Long> calls = new TreeMap<>();
        for (FinishedJob job : outcome.jobs()) {
            job.counters()
                    .forEach((name, value) -> {
                        if (name.contains(SpilledCombiners.CALLS)) {
                            calls.merge(name, value, Long::sum);
                        }
                    });
        }
        return calls;
    }
}
