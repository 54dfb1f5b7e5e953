package io.millrace.fuzz.campaign;

import io.millrace.fuzz.run.Difference;
import io.millrace.fuzz.run.EngineSetup;
import io.millrace.fuzz.run.Mode;
import io.millrace.fuzz.run.Relation;
import io.millrace.fuzz.run.Trial;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at: a run in a mode, or one with a change that leaves its records as they are.
 *
 * @param relation null if nothing is changed
 */
public record Check(Mode mode, @Nullable Relation relation) {

    Difference of(Trial trial, EngineSetup engine) throws IOException {
        return relation == null ? trial.compare(mode, engine) : trial.relate(relation, engine);
    }

    @Override
    public String toString() {
        return relation == null ? mode.name() : mode.name() + ", " + relation;
    }
}
