package io.millrace.workers.pool;

import io.millrace.hadoop.jobs.SpilledCombiners.Kind;
import io.millrace.hadoop.same.CombinerSpills;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.workers.fork.ForkedJobs;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Combiners in workers are called as often as in Hadoop, on the same records. */
final class WorkerCombinerSpillsTest extends CombinerSpills {

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
}
