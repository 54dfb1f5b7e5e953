package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Settings;
import io.millrace.engine.job.Engine;
import io.millrace.engine.task.TaskKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineHolderTest {

    private static final Settings ONE = Map.of("millrace.map.threads", "1")::get;
    private static final Settings THREE = Map.of("millrace.map.threads", "3")::get;

    private final EngineHolder holder = new EngineHolder(null, null, null);

    @AfterEach
    void close() {
        holder.close();
    }

    @Test
    void jobsThatAskForTheSameShareAnEngine() {
        Engine engine = holder.take(ONE);
        assertThat(holder.take(ONE)).isSameAs(engine);
        holder.release();
        holder.release();
        assertThat(holder.take(ONE)).isSameAs(engine);
        holder.release();
    }

    @Test
    void anIdleEngineIsReopenedForAJobThatAsksForOtherThreads() {
        holder.take(ONE);
        holder.release();
        assertThat(holder.take(THREE).slots(TaskKind.MAP)).isEqualTo(3);
        assertThat(holder.slots(TaskKind.MAP, ONE)).isEqualTo(3);
        holder.release();
        assertThat(holder.slots(TaskKind.MAP, ONE)).isEqualTo(1);
        assertThat(holder.slots(TaskKind.MAP, THREE)).isEqualTo(3);
    }

    @Test
    void aBusyEngineStaysAsItIs() {
        Engine engine = holder.take(ONE);
        assertThat(holder.take(THREE)).isSameAs(engine);
        assertThat(engine.slots(TaskKind.MAP)).isEqualTo(1);
        holder.release();
        holder.release();
    }

    @Test
    void anEngineThatCannotBeOpenedLeavesTheHolderUsable() {
        holder.take(ONE);
        holder.release();
        Settings bad = Map.of("millrace.map.threads", "0")::get;
        assertThatThrownBy(() -> holder.take(bad)).isInstanceOf(BadSettingException.class);
        assertThat(holder.take(THREE).slots(TaskKind.MAP)).isEqualTo(3);
        holder.release();
    }

    @Test
    void allDepthsTogetherHaveLittleMoreMemoryThanTheFirst() {
        Settings settings = Map.of("millrace.memory.max", "64m")::get;
        long first = holder.take(settings).memoryMaxBytes();
        long sum = 0;
        List<EngineHolder> deeper = new ArrayList<>(List.of(holder));
        while (deeper.size() < 6) {
            EngineHolder next = new EngineHolder(deeper.get(deeper.size() - 1), null, null);
            deeper.add(next);
            sum += next.take(settings).memoryMaxBytes();
        }
        assertThat(sum).isPositive().isLessThan(first / 2);
        deeper.forEach(EngineHolder::release);
        deeper.forEach(EngineHolder::close);
    }

    @Test
    void slotsAreKnownBeforeThereIsAnEngine() {
        assertThat(holder.slots(TaskKind.MAP, THREE)).isEqualTo(3);
        assertThat(holder.slots(TaskKind.REDUCE, THREE))
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }
}
