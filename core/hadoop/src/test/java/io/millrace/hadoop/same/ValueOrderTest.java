package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.ValueOrder;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values of one key come in the order of their map tasks, and of one task as they were emitted
 * (contract SORT-1).
 */
@Sampled(oneIn = 3)
final class ValueOrderTest {
    private static final int MAX_THREADS = 8;

    @ParameterizedTest(name = "{0}, {1} threads, own order: {2}")
    @MethodSource("setups")
    void isThatOfTasksAndEmission(EngineSetup setup, int threads, boolean ownOrder)
            throws Exception {
        Trial trial = Trial.over("value-order", Workspace.directory("no-input"), setup);
        Job job = ValueOrder.newJob(trial.jobRun(), ownOrder);
        job.getConfiguration().setInt(EngineKeys.MAP_THREADS.name(), threads);
        job.getConfiguration().setInt(EngineKeys.SORT_THREADS.name(), threads);
        job.getConfiguration().setInt(EngineKeys.REDUCE_THREADS.name(), threads);
        // Each thread needs a few slabs of its own, and the memory is tiny.
        job.getConfiguration().set(EngineKeys.SLAB_SIZE.name(), "8k");
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(JobStatus.State.SUCCEEDED);
        List<String> lines = end.files().lines("part-r-");
        assertThat(lines).hasSize(ValueOrder.SPLITS * ValueOrder.RECORDS);
        assertThat(outOfOrder(lines)).isEmpty();
    }

    static Stream<Arguments> setups() {
        return Stream.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID)
                .flatMap(shuffle ->
                        IntStream.rangeClosed(1, MAX_THREADS)
                                .mapToObj(threads ->
                                        Arguments.of(
                                                EngineSetup.PLAIN
                                                        .with(shuffle)
                                                        .with(
                                                                threads % 2 == 0
                                                                        ? Memory.TINY
                                                                        : Memory.AMPLE),
                                                threads,
                                                threads % 3 == 0)));
    }

    /**
     * Lines whose predecessor of the same key should have come later; keys must come in one piece.
     */
    private static List<String> outOfOrder(List<String> lines) {
        List<String> wrong = new ArrayList<>();
        Map<String, Long> lastOfKey = new HashMap<>();
        String current = "";
        for (String line : lines) {
            String key = line.substring(0, line.indexOf('\t'));
            String[] value = line.substring(key.length() + 1).split(" ", -1);
            long place = Long.parseLong(value[0]) * ValueOrder.RECORDS + Long.parseLong(value[1]);
            Long last = lastOfKey.put(key, place);
            boolean inOrder = last == null || (key.equals(current) && last < place);
            if (!inOrder) {
                wrong.add(line);
            }
            current = key;
        }
        return wrong;
    }
}
