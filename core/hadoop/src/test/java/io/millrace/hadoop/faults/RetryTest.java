package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.FailsFirst;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trait;
import io.millrace.testing.Sampled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** First attempts that fail half-way: a second one makes the result what it should be. */
@Sampled(oneIn = 2)
final class RetryTest {
    @EngineMatrix(cases = "failing")
    void aFirstAttemptThatFailsHalfWayChangesNothing(EngineSetup setup, JobCase job)
            throws Exception {
        SameAsLocal.check(job, setup);
        NothingLeft.check();
    }

    static Stream<JobCase> failing() {
        return Stream.of(
                FailsFirst.map(false, Trait.SPILLS_WHEN_TINY),
                FailsFirst.map(true, Trait.COMBINES),
                FailsFirst.reduce(Trait.SPILLS_WHEN_TINY));
    }

    @ParameterizedTest
    @EnumSource(value = ShuffleKind.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void theSecondAttemptHasTheNextNumber(ShuffleKind shuffle) throws Exception {
        List<TaskCompletionEvent> events = new ArrayList<>();
        JobCase job =
                FailsFirst.small(run -> {
                    Job failing = FailsFirst.newJob(run, true, false);
                    run.finish(failing);
                    events.clear();
                    events.addAll(Arrays.asList(failing.getTaskCompletionEvents(0, 1000)));
                });
        SameAsLocal.check(job, EngineSetup.PLAIN.with(shuffle));
        assertThat(events)
                .filteredOn(event -> event.isMapTask() && event.getStatus() == Status.FAILED)
                .isNotEmpty()
                .allMatch(event -> event.getTaskAttemptId().getId() == 0);
        assertThat(events)
                .filteredOn(event -> event.isMapTask() && event.getStatus() == Status.SUCCEEDED)
                .allMatch(event ->
                        event.getTaskAttemptId().getId()
                                == event.getTaskAttemptId().getTaskID().getId() % 2);
    }
}
