package io.millrace.engine.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The states of a map attempt's output, and the calls that they permit. */
class OutputLifeTest {

    private static final int SLAB = 1 << 16;
    private static final long MEMORY = 64 * SLAB;

    @TempDir private Path directory;

    private final MemoryBudget memory = new MemoryBudget(MEMORY, SLAB, 0);
    private Shuffle shuffle;

    @BeforeEach
    void open() {
        JobShape shape = JobShape.of(1, 1).with(Trait.PREFIXED);
        shuffle =
                Shuffles.open(
                        new ShuffleContext(
                                new ShuffleJob(
                                        "life",
                                        1,
                                        new Planner(1, 1, 1, MEMORY, SLAB)
                                                .plan(shape, Settings.DEFAULTS),
                                        ByteKeyOrder::withPrefix),
                                memory,
                                (guard, work) -> work.run(),
                                new Trace("life"),
                                new SpillArea(List.of(directory), SpillCoding.PLAIN)));
    }

    @AfterEach
    void nothingIsLeft() {
        shuffle.close();
        assertThat(memory.heldBytes()).isZero();
        memory.close();
    }

    private MapOutput output() throws Exception {
        MapOutput output =
                shuffle.openMapOutput(new AttemptGuard(new AttemptId(TaskKind.MAP, 0, 0)), null);
        output.sink().output().write(7);
        output.sink().endKey();
        output.sink().endRecord(0);
        return output;
    }

    @Test
    void anOpenOutputIsNeitherPublishedNorHandedOver() throws Exception {
        try (MapOutput output = output()) {
            assertThatThrownBy(output::publish)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("an output must be SEALED to publish, and it is OPEN");
            assertThatThrownBy(output::seal).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(output::mergeRuns).isInstanceOf(IllegalStateException.class);
        }
        assertThat(shuffle.statistics(0).records()).isZero();
    }

    @Test
    void aSealedOutputIsPublishedOnce() throws Exception {
        try (MapOutput output = output()) {
            output.finish();
            assertThatThrownBy(output::finish).isInstanceOf(IllegalStateException.class);
            output.publish();
            assertThatThrownBy(output::publish)
                    .hasMessage("an output must be SEALED to publish, and it is PUBLISHED");
            assertThatThrownBy(output::seal).isInstanceOf(IllegalStateException.class);
        }
        assertThat(shuffle.statistics(0).records()).isOne();
    }

    @Test
    void anOutputThatWasHandedOverIsNotPublishedHere() throws Exception {
        try (MapOutput output = output()) {
            output.finish();
            output.seal().close();
            assertThatThrownBy(output::publish).isInstanceOf(IllegalStateException.class);
        }
        assertThat(shuffle.statistics(0).records()).isZero();
    }

    @Test
    void aClosedOutputStaysClosed() throws Exception {
        MapOutput output = output();
        output.close();
        output.close();
        assertThatThrownBy(output::finish)
                .hasMessage("an output must be OPEN to finish, and it is CLOSED");
        assertThatThrownBy(output::publish).isInstanceOf(IllegalStateException.class);
    }
}
