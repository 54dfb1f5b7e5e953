package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.SpilledCombiners.Kind;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.testing.Sampled;
import io.millrace.verify.Outcome;
import java.util.Map;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Combiners are called as often as in Hadoop, on the same records, where Hadoop spills several
 * times for each map task: whatever memory there is, and whatever collects and shuffles.
 */
@Sampled(oneIn = 3)
final class CombinerSpillsTest extends CombinerSpills {

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
}
