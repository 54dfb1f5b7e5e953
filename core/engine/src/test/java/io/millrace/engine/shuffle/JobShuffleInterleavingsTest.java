package io.millrace.engine.shuffle;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.Interleavings;
import io.millrace.engine.trace.Trace;
import io.millrace.testing.Sampled;
import java.nio.file.Path;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

@Sampled(oneIn = 2)
class JobShuffleInterleavingsTest {

    private static final int SLAB = 1 << 14;
    private static final long MEMORY = 4 << 20;

    @Test
    void whatIsPublishedAtOnceIsAllCounted() {
        Interleavings.check(Publishing.class);
    }

    @Test
    void theRaceOfATallyWithoutALockIsFound() {
        Interleavings.assertFound("Invalid execution results", Unguarded.class);
    }

    private static Tally one() {
        Tally tally = new Tally(1);
        tally.add(0, 1, 1);
        return tally;
    }

    public static final class Publishing {

        private final Shuffle shuffle =
                Shuffles.open(
                        new ShuffleContext(
                                new ShuffleJob(
                                        "published",
                                        1,
                                        new Planner(1, 1, 1, MEMORY, SLAB)
                                                .plan(
                                                        JobShape.of(1, 1).with(Trait.PREFIXED),
                                                        Settings.DEFAULTS),
                                        ByteKeyOrder::withPrefix),
                                new MemoryBudget(MEMORY, SLAB, 0),
                                (guard, work) -> work.run(),
                                new Trace("test"),
                                new SpillArea(List.of(Path.of("none")), SpillCoding.PLAIN)));

        @Operation
        public void publish() {
            shuffle.publish(new SealedOutput(List.of(), one(), 0));
        }

        @Operation
        public long records() {
            return shuffle.statistics(0).records();
        }
    }

    public static final class Unguarded {

        private final Tally tally = new Tally(1);

        @Operation
        public void publish() {
            tally.add(one());
        }

        @Operation
        public long records() {
            return tally.of(0).records();
        }
    }
}
