package io.millrace.fuzz.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.fuzz.program.Programs;
import io.millrace.fuzz.program.Trait;
import io.millrace.fuzz.run.Mode;
import io.millrace.fuzz.run.Modes;
import io.millrace.fuzz.run.Sources;
import io.millrace.fuzz.run.Workplace;
import io.millrace.fuzz.tape.Choices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProgramRunTest {

    private static final int PROGRAMS = 6;
    private static final int TIMES = 3;

    /** All tasks share the process and the client's classes. */
    private static final Mode SHARED =
            Modes.all().stream().filter(mode -> !mode.jar()).findFirst().orElseThrow();

    static List<Mode> modes() {
        return List.of(Modes.DEFAULT, SHARED);
    }

    /** In the default mode, tasks set nothing back themselves. */
    @ParameterizedTest
    @MethodSource("modes")
    void programsThatChangeTheProcessRunBesideEachOther(Mode mode) throws Exception {
        CampaignPlan plan = CampaignPlan.of(0, PROGRAMS).withMode(mode);
        List<Round.Entry> changing = changing();
        ExecutorService threads = Executors.newFixedThreadPool(PROGRAMS);
        try (Workplace place = Workplace.open()) {
            ProgramRun runs = new ProgramRun(place, plan);
            List<Callable<ProgramRun.Result>> work = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                changing.forEach(entry -> work.add(() -> runs.run(entry, Round.engine(0))));
            }
            for (Future<ProgramRun.Result> each : threads.invokeAll(work)) {
                assertThat(each.get().finding().map(Finding::sentences)).isEmpty();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Round.Entry> changing() throws IOException {
        Sources sources = new Sources();
        List<Round.Entry> changing = new ArrayList<>();
        for (long seed = 0; changing.size() < PROGRAMS; seed++) {
            if (Programs.write(Choices.seeded(seed)).is(Trait.CHANGES_PROCESS)) {
                changing.addAll(Round.prepare(sources, seed, 1).entries());
            }
        }
        return changing;
    }
}
