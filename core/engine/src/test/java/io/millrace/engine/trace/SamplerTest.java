package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import org.junit.jupiter.api.Test;

/** The thread that looks at running jobs. */
class SamplerTest {

    @Test
    void looksWhileThereAreJobsAndThenEnds() throws Exception {
        Trace trace = new Trace("job");
        Sampler sampler = new Sampler(() -> 42);
        PhaseMark mark = new PhaseMark();
        Loop loop = trace.beginLoop(Phase.MAP, "map-0.0", mark);
        mark.enter(Phase.READ);
        sampler.add(trace);
        Await.until("memory is sampled", () -> trace.memory().size() > 2);
        loop.end(0, 0);
        sampler.remove(trace);
        assertThat(trace.totals().get(Phase.READ).nanos())
                .isGreaterThan(trace.totals().get(Phase.MAP).nanos());
        assertThat(trace.memory().get(0).heldBytes()).isEqualTo(42);
        Await.until("its thread ends", () -> samplers() == 0);
        sampler.add(trace);
        assertThat(samplers()).isEqualTo(1);
        sampler.remove(trace);
        Await.until("its thread ends again", () -> samplers() == 0);
    }

    private static long samplers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("millrace-sampler"))
                .count();
    }
}
