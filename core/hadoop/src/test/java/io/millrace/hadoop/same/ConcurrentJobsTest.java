package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.ReducerHabits;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Jobs that run side by side in one process. */
final class ConcurrentJobsTest {
    private static final List<ShuffleKind> SHUFFLES =
            List.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID);
    private static final int CLIENTS = 6;
    private static final int ROUNDS = 4;

    @Test
    void doNotDisturbEachOther() throws Exception {
        List<JobCase> jobs =
                List.of(
                        WordCounts.newApi(),
                        WordCounts.small(),
                        MapOnlyJobs.oldApi(),
                        ReducerHabits.twice(),
                        ReducerHabits.writesAnywhereOld());
        for (JobCase job : jobs) {
            SameAsLocal.local(
                    job); // Hadoop's local runner would change the working directory's links under
            // the others
        }
        List<Callable<Boolean>> runs = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (JobCase job : jobs) {
                EngineSetup setup =
                        EngineSetup.PLAIN.with(SHUFFLES.get(runs.size() % SHUFFLES.size()));
                runs.add(() -> {
                    SameAsLocal.check(job, setup);
                    return true;
                });
            }
        }
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (Future<Boolean> run : clients.invokeAll(runs)) {
                assertThat(run.get()).isTrue();
            }
        } finally {
            clients.shutdownNow();
        }
    }
}
