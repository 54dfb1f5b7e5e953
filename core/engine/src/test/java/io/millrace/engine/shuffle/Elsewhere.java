package io.millrace.engine.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.remote.LentPartition;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import io.millrace.engine.testing.ToldRuns;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attempts of a {@link RandomShuffle} that share nothing with it but runs: each has memory and a
 * shuffle of its own. Every second run crosses by its bytes, the others by the name of their file.
 */
record Elsewhere(RandomShuffle drawn, Plan plan, Path directory) {

    private static boolean byContents(PlacedRuns runs) {
        return (runs.task() + (runs.sequence() >> Integer.SIZE)) % 2 == 0;
    }

    private Shuffle open(MemoryBudget memory, SpillCoding coding) {
        return Shuffles.open(
                drawn.context(plan, memory, (guard, work) -> work.run(), directory, coding));
    }

    SealedOutput map(int task, @Nullable Combiner combiner, SpillCoding coding, RunIntake intake)
            throws Exception {
        try (MemoryBudget memory = drawn.newBudget()) {
            SealedOutput told;
            try (Shuffle own = open(memory, coding.rekeyed())) {
                SealedOutput sealed = drawn.map(own, task, 1, -1, combiner).seal();
                told = ToldRuns.output(sealed, Elsewhere::byContents, intake);
            }
            assertThat(memory.heldBytes()).isZero();
            return told;
        }
    }

    List<ByteRecord> reduce(Shuffle shuffle, int partition) throws Exception {
        try (MemoryBudget memory = drawn.newBudget();
                LentPartition lent = shuffle.lend(RandomShuffle.reduceGuard(partition, 2))) {
            List<ByteRecord> read;
            try (Shuffle own = open(memory, SpillCoding.PLAIN)) {
                RunIntake intake =
                        new RunIntake(
                                TestMemory.of(memory),
                                plan.value(EngineKeys.SLAB_KIND),
                                new SpillArea(List.of(directory), SpillCoding.PLAIN),
                                "lent-" + partition);
                List<PlacedRuns> told = ToldRuns.runs(lent.runs(), Elsewhere::byContents, intake);
                own.publish(new SealedOutput(told, new Tally(drawn.partitions), 0));
                own.endMaps();
                read = RandomShuffle.read(own, partition, 2, Integer.MAX_VALUE);
            }
            assertThat(memory.heldBytes()).isZero();
            return read;
        }
    }
}
