package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What another thread sees of a loop's marks. */
class PhaseMarkTest {

    private static final int ROUNDS = 20_000_000;

    private final PhaseMark mark = new PhaseMark();
    private volatile boolean enough;

    @Test
    void aLoopThatOnlyMarksMakesAllItsMarksAlsoOnceItIsCompiled() throws Exception {
        assertThat(mark.current()).isEqualTo(Phase.values()[0]);
        for (int i = 0; i < 5; i++) {
            loop(); // compiled from here on
        }
        Set<Phase> seen = EnumSet.noneOf(Phase.class);
        Thread marking = new Thread(this::loopOnAndOn);
        marking.start();
        try {
            Await.until(
                    "all marks are seen",
                    () -> {
                        seen.add(mark.current());
                        return seen.containsAll(Set.of(Phase.MERGE, Phase.REDUCE, Phase.WRITE));
                    });
        } finally {
            enough = true;
            marking.join();
        }
    }

    private void loopOnAndOn() {
        while (!enough) {
            loop();
        }
    }

    private void loop() {
        for (int i = 0; i < ROUNDS; i++) {
            mark.enter(Phase.MERGE);
            mark.enter(Phase.REDUCE);
            mark.enter(Phase.WRITE);
        }
    }
}
