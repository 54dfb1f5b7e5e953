package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.FaultyJob;
import io.millrace.hadoop.jobs.OldFaultyJob;
import io.millrace.hadoop.jobs.PlannedFault;
import io.millrace.hadoop.jobs.PlannedFault.Kind;
import io.millrace.hadoop.jobs.PlannedFault.Owner;
import io.millrace.hadoop.jobs.PlannedFault.Place;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Runner;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trial;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** User code that throws, at every place where it is called, and whatever it throws. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
final class UserExceptionTest {
    private static final Set<Place> WITH_COMBINER = EnumSet.of(Place.COMBINER_SETUP, Place.COMBINE);
    private static final Set<Place> AT_A_RECORD =
            EnumSet.of(
                    Place.READER_NEXT,
                    Place.MAP,
                    Place.PARTITION,
                    Place.KEY_WRITE,
                    Place.VALUE_WRITE);

    private Path input = Path.of(".");
    private Path largeInput = Path.of(".");

    @BeforeAll
    void writeInput() throws Exception {
        input = Trial.input("faulty", FaultyJob.input());
        largeInput = Trial.input("faulty-large", FaultyJob.largeInput());
    }

    @Test
    void withoutAFaultTheJobSucceeds() throws Exception {
        Trial trial = Trial.over("faultless", input, EngineSetup.PLAIN);
        Trial.End end = trial.finish(FaultyJob.newJob(trial.jobRun(), 2, true));
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(end.files().lines("part-r-")).hasSize(50);
    }

    @Test
    void withoutAFaultTheOldJobSucceeds() throws Exception {
        Trial trial = Trial.over("faultless-old", input, EngineSetup.PLAIN);
        Trial.End end = trial.finish(Job.getInstance(OldFaultyJob.newJob(trial.jobRun(), 2, true)));
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(end.files().lines("part-")).isNotEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("faults")
    void failsTheJobSaysWhereAndLeavesNothing(Place place, Kind kind) throws Exception {
        Trial trial = Trial.over("fault-" + place, input, EngineSetup.PLAIN);
        Job job = FaultyJob.newJob(trial.jobRun(), reduces(place), WITH_COMBINER.contains(place));
        Trial.End end = fail(trial, job, place, kind);
        checkFailure(place, end);
        checkPlace(place, end);
    }

    static Stream<Arguments> faults() {
        return Stream.of(Place.values())
                .flatMap(place -> kinds(place).map(kind -> Arguments.of(place, kind)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("oldFaults")
    void failsTheOldJobSaysWhereAndLeavesNothing(Place place, Kind kind) throws Exception {
        Trial trial = Trial.over("old-fault-" + place, input, EngineSetup.PLAIN);
        Job job =
                Job.getInstance(
                        OldFaultyJob.newJob(
                                trial.jobRun(), reduces(place), WITH_COMBINER.contains(place)));
        Trial.End end = fail(trial, job, place, kind);
        checkFailure(place, end);
        checkPlace(place, end);
    }

    static Stream<Arguments> oldFaults() {
        return OldFaultyJob.PLACES.stream()
                .sorted()
                .flatMap(place -> kinds(place).map(kind -> Arguments.of(place, kind)));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void failsTheJobUnderHadoopsOwnTasksAsWell(Place place) throws Exception {
        Trial trial =
                Trial.over("stock-fault-" + place, input, EngineSetup.PLAIN.with(Runner.STOCK));
        Job job = FaultyJob.newJob(trial.jobRun(), reduces(place), WITH_COMBINER.contains(place));
        checkFailure(place, fail(trial, job, place, Kind.RUNTIME));
    }

    @EngineMatrix(cases = "spilling")
    void failsTheJobWhenMuchIsSpilledAndLeavesNothing(EngineSetup setup, Place place)
            throws Exception {
        Trial trial = Trial.over("spilled-fault-" + place, largeInput, setup);
        Job job = FaultyJob.newJob(trial.jobRun(), 2, WITH_COMBINER.contains(place));
        job.getConfiguration().setInt(FaultyJob.AT_RECORD, 50_000);
        Trial.End end = fail(trial, job, place, Kind.RUNTIME);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.FAILED);
        assertThat(end.failure()).contains(PlannedFault.message(place));
        assertThat(end.files().names())
                .noneMatch(name -> name.contains("_SUCCESS") || name.contains("_temporary"));
        NothingLeft.check();
        SameAsLocal.check(WordCounts.small(), setup);
    }

    static Stream<Place> spilling() {
        return Stream.of(
                Place.MAP,
                Place.SORT_COMPARE,
                Place.COMBINE,
                Place.GROUP_COMPARE,
                Place.REDUCER_CLEANUP);
    }

    @ParameterizedTest
    @EnumSource(
            value = Place.class,
            names = {"MAP", "REDUCE", "COMMIT_TASK", "COMMIT_JOB"})
    void anAbortThatFailsTooHidesNothing(Place place) throws Exception {
        Trial trial = Trial.over("abort-fault-" + place, input, EngineSetup.PLAIN);
        Job job = FaultyJob.newJob(trial.jobRun(), 1, false);
        job.getConfiguration().setBoolean(FaultyJob.ABORT_FAILS, true);
        checkFailure(place, fail(trial, job, place, Kind.IO));
    }

    private static Stream<Kind> kinds(Place place) {
        boolean memory = place == Place.MAP || place == Place.REDUCE || place == Place.COMBINE;
        return Stream.of(Kind.values()).filter(kind -> kind != Kind.OUT_OF_MEMORY || memory);
    }

    /** With one reducer Hadoop does not ask a partitioner. */
    private static int reduces(Place place) {
        return place == Place.PARTITION ? 2 : 1;
    }

    private static Trial.End fail(Trial trial, Job job, Place place, Kind kind) throws Exception {
        job.setMaxMapAttempts(1);
        job.setMaxReduceAttempts(1);
        PlannedFault.plan(job.getConfiguration(), place, kind);
        System.setProperty(PlannedFault.property(place), kind.name());
        try {
            return trial.finish(job);
        } finally {
            System.clearProperty(PlannedFault.property(place));
        }
    }

    private static void checkFailure(Place place, Trial.End end) throws Exception {
        assertThat(end.state()).as(end.everything()).isEqualTo(State.FAILED);
        assertThat(end.everything()).contains(PlannedFault.message(place));
        assertThat(end.failure()).as("failure of the job").contains(PlannedFault.message(place));
        assertThat(end.files().names())
                .noneMatch(name -> name.contains("_SUCCESS") || name.contains("_temporary"));
        if (place != Place.COMMIT_JOB) {
            assertThat(end.files().names()).noneMatch(name -> name.contains("part-"));
        }
        NothingLeft.check();
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
    }

    private static void checkPlace(Place place, Trial.End end) {
        if (place.owner() == Owner.MAP) {
            assertThat(end.diagnostics())
                    .as("the task")
                    .containsPattern("(attempt|task)_\\d+_\\d+_m_00000[01]");
            assertThat(end.diagnostics()).as("the split").contains(".txt");
        }
        if (place.owner() == Owner.REDUCE) {
            assertThat(end.diagnostics())
                    .as("the task")
                    .containsPattern("(attempt|task)_\\d+_\\d+_r_00000[01]");
        }
        if (AT_A_RECORD.contains(place)) {
            // A reader that fails has delivered the records before; the others have got one more.
            int record = place == Place.READER_NEXT ? FaultyJob.RECORD : FaultyJob.RECORD + 1;
            assertThat(end.diagnostics())
                    .as("the record")
                    .containsPattern("record " + record + "\\b");
        }
    }
}
