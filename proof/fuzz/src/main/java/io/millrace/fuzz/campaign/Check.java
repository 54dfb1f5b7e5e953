package io.millrace.fuzz.campaign;

import io.millrace.fuzz.run.Difference;
import io.millrace.fuzz.run.EngineSetup;
import io.millrace.fuzz.run.Mode;
import io.millrace.fuzz.run.Relation;
import io.millrace.fuzz.run.Trial;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a comparison: a run in a mode, perhaps with a change that must not affect its
 * records.
 *
 * @param relation the change; null if there is none
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
