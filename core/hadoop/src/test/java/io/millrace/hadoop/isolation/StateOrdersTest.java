package io.millrace.hadoop.isolation;

import io.millrace.hadoop.isolation.StateOrders.How;
import io.millrace.testing.Sampled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comparators that sort, and change state of the process or depend on it, sort as under Hadoop's
 * local runner. The client finds its own state afterwards, and tasks find the client's.
 */
@Timeout(120) // against waiting for ever
@Sampled(oneIn = 4)
@Tag("jdk")
class StateOrdersTest extends StateOrderJobs {

    @ParameterizedTest
    @EnumSource(How.class)
    void ofAJar(How how) throws Exception {
        requireSame(how, true, conf -> {});
    }

    /** An initializer of such a class has run for good after the first job. */
    @ParameterizedTest
    @EnumSource(value = How.class, names = "INITIALIZER", mode = EnumSource.Mode.EXCLUDE)
    void onTheClientsClassPath(How how) throws Exception {
        requireSame(how, false, conf -> {});
    }

    /** Several runs for each map task, a combiner, and attempts that wait for one sort thread. */
    @ParameterizedTest
    @EnumSource(How.class)
    void inSeveralRuns(How how) throws Exception {
        requireSame(
                how,
                true,
                conf -> {
                    conf.setInt(StateOrders.PADDING, 4000);
                    conf.set("millrace.sort.split.size", "256k");
                    conf.setInt("millrace.sort.threads", 1);
                    conf.setClass(
                            "mapreduce.job.combine.class",
                            StateOrders.Sums.class,
                            org.apache.hadoop.mapreduce.Reducer.class);
                });
    }

    /** Each map task of several runs has a state that its reducer has not. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "slot"})
    void ofAMapperInSeveralRuns(String isolation) throws Exception {
        requireSame(
                How.MAPPER,
                true,
                conf -> {
                    conf.setInt(StateOrders.PADDING, 4000);
                    conf.set("millrace.sort.split.size", "256k");
                    conf.set("millrace.task.isolation", isolation);
                });
    }
}
