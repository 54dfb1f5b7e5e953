package io.millrace.collective.loop;

import io.millrace.collective.data.LoopIdentity;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.gang.StepConf;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Job;

/** Identifies a loop by everything that its result depends on. */
final class LoopFingerprint {

    private final Job over;
    private final List<StepConf> steps;

    LoopFingerprint(Job over, List<StepConf> steps) {
        this.over = over;
        this.steps = steps;
    }

    /** The identity of the loop with this start. */
    LoopIdentity of(LoopState begin)
            throws IOException, InterruptedException, ClassNotFoundException {
        LoopCode code = new LoopCode();
        Map<String, String> settings = new TreeMap<>();
        for (int i = 0; i < steps.size(); i++) {
            String step = "step " + (i + 1) + ": ";
            Map<String, String> own = LoopSettings.of(steps.get(i).conf());
            own.forEach((key, value) -> settings.put(step + key, value));
            code.addNamedIn(own, steps.get(i).conf());
        }
        settings.put("steps", Integer.toString(steps.size()));
        return LoopIdentity.NONE
                .with("the program", code.digests())
                .with("the configuration", settings)
                .with("the input", new LoopInput(over).parts())
                .with("the start", Map.of("data", LoopIdentity.digest(begin.encode())));
    }
}
