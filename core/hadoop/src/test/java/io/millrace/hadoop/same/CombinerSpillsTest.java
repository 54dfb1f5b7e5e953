package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.fork.ForkedJobs;
import io.millrace.hadoop.jobs.SpilledCombiners;
import io.millrace.hadoop.jobs.SpilledCombiners.Kind;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Combiners are called as often as in Hadoop, on the same records, where Hadoop spills several
 * times for each map task: whatever memory there is, and whatever collects and shuffles.
 */
@Sampled(oneIn = 3)
final class CombinerSpillsTest {

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKindOfCombinerDoesWhatItDoesInHadoop(Kind kind) throws Exception {
        Outcome outcome = check(kind, settings("1", "0.8", "3"), EngineSetup.PLAIN, "auto");
        assertThat(outcome.total(TaskCounter.COMBINE_INPUT_RECORDS))
                .as("records combined, some of them twice")
                .isGreaterThan(outcome.total(TaskCounter.MAP_OUTPUT_RECORDS));
        check(kind, settings("1", "0.8", "3"), EngineSetup.PLAIN.with(Memory.TINY), "auto");
    }

    @ParameterizedTest
    @CsvSource({"1,0.8,1", "1,0.8,2", "1,0.8,100", "1,0.55,3", "2,0.93,3", "2,0.8,1", "100,0.8,1"})
    void hadoopsSettingsDecideHowOftenCombinersAreCalled(
            String sortMb, String share, String minSpills) throws Exception {
        Map<String, String> settings = settings(sortMb, share, minSpills);
        check(Kind.COUNTED_SUM, settings, EngineSetup.PLAIN, "sort");
        check(Kind.COUNTED_SUM, settings, EngineSetup.PLAIN.with(Memory.TINY), "auto");
    }

    @ParameterizedTest
    @EnumSource(
            value = ShuffleKind.class,
            names = {"PUSH", "HYBRID"})
    void soTheyAreWhenOutputIsPushed(ShuffleKind shuffle) throws Exception {
        for (String minSpills : new String[] {"3", "100"}) {
            Map<String, String> settings = settings("1", "0.8", minSpills);
            check(Kind.AT_THE_END, settings, EngineSetup.PLAIN.with(shuffle), "auto");
            check(
                    Kind.COUNTED_SUM,
                    settings,
                    EngineSetup.PLAIN.with(shuffle).with(Memory.TINY),
                    "auto");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"AT_THE_END", "COUNTED_SUM"})
    void soTheyAreInWorkers(Kind kind) throws Exception {
        Map<String, String> settings = settings("1", "0.8", "3");
        settings.put("millrace.workers", "2");
        settings.put("mapred.child.java.opts", ForkedJobs.QUICK_START);
        check(kind, settings, EngineSetup.PLAIN, "auto");
    }

    private static Map<String, String> settings(String sortMb, String share, String minSpills) {
        return new TreeMap<>(
                Map.of(
                        MRJobConfig.IO_SORT_MB,
                        sortMb,
                        MRJobConfig.MAP_SORT_SPILL_PERCENT,
                        share,
                        MRJobConfig.MAP_COMBINE_MIN_SPILLS,
                        minSpills));
    }

    private static Outcome check(
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
    private static Map<String, Long> calls(Outcome outcome) {
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
