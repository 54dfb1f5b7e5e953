package io.millrace.fuzz.campaign;

import io.millrace.fuzz.run.Difference;
import io.millrace.fuzz.run.EngineSetup;
import io.millrace.fuzz.run.Mode;
import io.millrace.fuzz.run.Modes;
import io.millrace.fuzz.run.Relation;
import io.millrace.fuzz.run.Trial;
import io.millrace.fuzz.run.Workplace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Runs a program in its sample of modes, until one differs. Thread-safe. */
final class ProgramRun {

    private static final int MODES = 2;

    private final Workplace place;
    private final CampaignPlan plan;

    /** The number of runs of a program, and the finding of one of them. */
    record Result(int runs, Optional<Finding> finding) {}

    ProgramRun(Workplace place, CampaignPlan plan) {
        this.place = place;
        this.plan = plan;
    }

    Result run(Round.Entry entry, EngineSetup engine) throws IOException {
        int runs = 0;
        try (Trial trial = Trial.of(place, entry.code())) {
            for (Mode mode : modes(entry)) {
                runs++;
                Difference difference = trial.compare(mode, engine);
                if (!difference.isNone()) {
                    return found(runs, entry, new Check(mode, null), engine, difference);
                }
            }
            Relation[] all = Relation.values();
            Relation relation = all[(int) Math.floorMod(entry.seed(), (long) all.length)];
            Difference difference = trial.relate(relation, engine);
            return difference.isNone()
                    ? new Result(runs, Optional.empty())
                    : found(runs, entry, new Check(Modes.DEFAULT, relation), engine, difference);
        }
    }

    private static Result found(
            int runs, Round.Entry entry, Check check, EngineSetup engine, Difference difference) {
        return new Result(
                runs,
                Optional.of(
                        new Finding(
                                entry.seed(),
                                entry.program(),
                                check,
                                engine,
                                difference.sentences())));
    }

    private List<Mode> modes(Round.Entry entry) {
        Mode only = plan.mode();
        return only == null ? Modes.sample(entry.program(), entry.seed(), MODES) : List.of(only);
    }
}
