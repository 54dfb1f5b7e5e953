package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.faults.FaultTrial.Api;
import io.millrace.hadoop.jobs.FaultyJob;
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
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * User code that fails, at every place where it is called, however it does, in both APIs: the job
 * ends as it should, says what failed and where, leaves nothing behind, and the next job is right.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Sampled(oneIn = 4)
final class FaultMatrixTest {
    private static final Set<Kind> USUAL = EnumSet.of(Kind.RUNTIME);
    private static final int OTHERS = 1;

    private static final int LINES = 403;

    private static final Set<Place> AT_A_RECORD =
            EnumSet.of(
                    Place.READER_NEXT,
                    Place.MAP,
                    Place.PARTITION,
                    Place.KEY_WRITE,
                    Place.VALUE_WRITE);

    /** These are called on threads that sort. */
    private static final Set<Place> ON_SORT_THREADS =
            EnumSet.of(
                    Place.SORT_COMPARE,
                    Place.COMBINER_CONSTRUCTOR,
                    Place.COMBINER_SETUP,
                    Place.COMBINE,
                    Place.COMBINER_CLEANUP);

    /** These fail on what a first attempt's record carries, or know no attempt. */
    private static final Set<Place> NOT_ONCE =
            EnumSet.of(
                    Place.MAPPER_CONSTRUCTOR,
                    Place.COMBINER_CONSTRUCTOR,
                    Place.REDUCER_CONSTRUCTOR,
                    Place.KEY_READ,
                    Place.VALUE_READ,
                    Place.GROUP_COMPARE);

    private Path input = Path.of(".");
    private Path largeInput = Path.of(".");
    private List<String> result = List.of();

    @BeforeAll
    void writeInput() throws Exception {
        input = Trial.input("faulty", FaultyJob.input());
        largeInput = Trial.input("faulty-large", FaultyJob.largeInput());
        Trial trial = Trial.over("faultless", input, EngineSetup.PLAIN);
        Trial.End end = trial.finish(FaultyJob.newJob(trial.jobRun(), 1, false));
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        result = end.files().lines("part-r-");
        assertThat(result).hasSize(50);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("faults")
    void aFaultEndsTheJobSaysWhereAndLeavesNothing(Api api, Place place, Kind kind)
            throws Exception {
        try (FaultTrial trial = FaultTrial.of(api, place, kind, input, EngineSetup.PLAIN)) {
            Trial.End end = trial.fail();
            checkEnd(place, kind, end);
            checkPlace(place, kind, end);
            checkCounters(place, end);
            if (kind.ordinal() >= Kind.OUT_OF_MEMORY.ordinal()) { // the worst of them
                SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
            }
        }
        NothingLeft.check();
    }

    static Stream<Arguments> faults() {
        Random random = Seeds.random("faults");
        return Stream.of(Api.values())
                .flatMap(api ->
                        api.places().stream()
                                .flatMap(place ->
                                        kinds(random).stream()
                                                .map(kind -> Arguments.of(api, place, kind))));
    }

    /** What a place meets: what is most usual there, and some of the others; or all. */
    private static Set<Kind> kinds(Random random) {
        List<Kind> others = new ArrayList<>(EnumSet.complementOf(EnumSet.copyOf(USUAL)));
        Collections.shuffle(others, random);
        Set<Kind> kinds = EnumSet.copyOf(USUAL);
        kinds.addAll(Soak.isOn() ? others : others.subList(0, OTHERS));
        return kinds;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("placesOfTasks")
    void aFaultInTheFirstAttemptChangesNothing(Api api, Place place) throws Exception {
        try (FaultTrial trial = FaultTrial.of(api, place, Kind.RUNTIME, input, EngineSetup.PLAIN)) {
            Trial.End end = trial.failOnce();
            assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
            assertThat(end.diagnostics()).contains(PlannedFault.message(place, Kind.RUNTIME));
            assertThat(end.files().lines("part-")).containsExactlyInAnyOrderElementsOf(result);
            assertThat(end.counter(TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(LINES);
            assertThat(end.counter("faulty", "lines")).isEqualTo(LINES);
        }
        NothingLeft.check();
    }

    static Stream<Arguments> placesOfTasks() {
        return Stream.of(Api.values())
                .flatMap(api ->
                        api.places().stream()
                                .filter(place ->
                                        place.owner() != Owner.JOB && !NOT_ONCE.contains(place))
                                .map(place -> Arguments.of(api, place)));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("faultsOfClients")
    void aFaultBeforeTheSubmissionMakesNoJob(Api api, Place place, Kind kind) throws Exception {
        try (FaultTrial trial = FaultTrial.of(api, place, kind, input, EngineSetup.PLAIN)) {
            assertThat(trial.failToSubmit() != null).as("it fails").isTrue();
            assertThat(trial.jobs()).doesNotContain(trial.job().getJobID());
        }
        NothingLeft.check();
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
    }

    static Stream<Arguments> faultsOfClients() {
        return faultsThatEnd("clients", Place.GET_SPLITS, Place.CHECK_OUTPUT);
    }

    private static Stream<Arguments> faultsThatEnd(String name, Place... places) {
        Random random = Seeds.random(name);
        return Stream.of(Api.values())
                .flatMap(api ->
                        Stream.of(places)
                                .flatMap(place ->
                                        kinds(random).stream()
                                                .filter(kind -> !kind.hangs())
                                                .map(kind -> Arguments.of(api, place, kind))));
    }

    @ParameterizedTest
    @MethodSource("places")
    void aFaultEndsTheJobUnderHadoopsOwnTasksAsWell(Place place) throws Exception {
        EngineSetup setup = EngineSetup.PLAIN.with(Runner.HADOOP);
        try (FaultTrial trial = FaultTrial.of(Api.NEW, place, Kind.RUNTIME, input, setup)) {
            checkEnd(place, Kind.RUNTIME, trial.fail());
        }
        NothingLeft.check();
    }

    static Stream<Place> places() {
        return Api.NEW.places().stream();
    }

    @EngineMatrix(cases = "spilling")
    void aFaultEndsTheJobWhenMuchIsSpilled(EngineSetup setup, Place place) throws Exception {
        try (FaultTrial trial = FaultTrial.of(Api.NEW, place, Kind.RUNTIME, largeInput, setup)) {
            trial.job().setNumReduceTasks(2);
            trial.conf().setInt(FaultyJob.AT_RECORD, 50_000);
            Trial.End end = trial.fail();
            assertThat(end.state()).as(end.everything()).isEqualTo(State.FAILED);
            assertThat(end.failure()).contains(PlannedFault.message(place, Kind.RUNTIME));
            assertThat(end.files().names())
                    .noneMatch(name -> name.contains("_SUCCESS") || name.contains("_temporary"));
        }
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

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("aborts")
    void anAbortThatFailsTooHidesNothing(Api api, Place place, Kind kind) throws Exception {
        try (FaultTrial trial = FaultTrial.of(api, place, Kind.IO, input, EngineSetup.PLAIN)) {
            PlannedFault.planAbort(trial.conf(), kind);
            checkEnd(place, Kind.IO, trial.fail());
        }
        NothingLeft.check();
    }

    static Stream<Arguments> aborts() {
        return faultsThatEnd(
                "aborts", Place.MAP, Place.REDUCE, Place.COMMIT_TASK, Place.COMMIT_JOB);
    }

    private static void checkEnd(Place place, Kind kind, Trial.End end) {
        boolean killed = place.owner() == Owner.JOB && kind.hangs();
        assertThat(end.state())
                .as(end.everything())
                .isEqualTo(killed ? State.KILLED : State.FAILED);
        assertThat(end.failure())
                .as("failure of the job")
                .contains(PlannedFault.message(place, kind));
        assertThat(end.files().names())
                .noneMatch(name -> name.contains("_SUCCESS") || name.contains("_temporary"));
        if (place != Place.COMMIT_JOB) {
            assertThat(end.files().names()).noneMatch(name -> name.contains("part-"));
        }
    }

    private static void checkPlace(Place place, Kind kind, Trial.End end) {
        if (place.owner() == Owner.JOB) {
            return;
        }
        String diagnostics = end.diagnostics();
        assertThat(diagnostics)
                .as("the task")
                .contains(PlannedFault.message(place, kind))
                .containsPattern(
                        "(attempt|task)_\\d+_\\d+_"
                                + (place.owner() == Owner.MAP ? "m" : "r")
                                + "_00000[01]");
        if (ON_SORT_THREADS.contains(place) && kind.hangs()) {
            return; // the attempt's own thread, which knows the split, only waits for it
        }
        if (kind == Kind.DEAF) {
            assertThat(diagnostics).as("where it hangs").contains("PlannedFault.awaitRelease");
            return;
        }
        if (place.owner() == Owner.MAP && place != Place.SPLIT_READ) {
            assertThat(diagnostics).as("the split").contains(".txt");
        }
        if (AT_A_RECORD.contains(place)) {
            // A reader that fails has delivered the records before; the others have got one more.
            int record = place == Place.READER_NEXT ? FaultyJob.RECORD : FaultyJob.RECORD + 1;
            assertThat(diagnostics).as("the record").containsPattern("record " + record + "\\b");
        }
    }

    /** Failed and killed attempts count as such, and for nothing else. */
    private static void checkCounters(Place place, Trial.End end) {
        boolean mapped = place.owner() == Owner.REDUCE || place == Place.COMMIT_JOB;
        assertThat(end.counter(TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(mapped ? LINES : 0);
        assertThat(end.counter("faulty", "lines")).isEqualTo(mapped ? LINES : 0);
        switch (place.owner()) {
            case CLIENT -> throw new IllegalArgumentException(place + " comes before the job");
            case MAP -> {
                assertThat(end.counter(JobCounter.NUM_FAILED_MAPS)).isPositive();
                assertThat(end.ended(TaskType.MAP)).contains("TIPFAILED");
            }
            case REDUCE -> {
                assertThat(end.counter(JobCounter.NUM_FAILED_REDUCES)).isEqualTo(1);
                assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isZero();
                assertThat(end.ended(TaskType.REDUCE)).containsExactly("TIPFAILED");
            }
            case JOB ->
                    assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS))
                            .isEqualTo(mapped ? LINES : 0);
        }
    }
}
