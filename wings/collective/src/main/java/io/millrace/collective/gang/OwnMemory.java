package io.millrace.collective.gang;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.MemorySize;
import io.millrace.files.process.MillraceProcess;

/**
 * The record memory of workers whose tasks run in Hadoop's local runner or in a separate process,
 * and not in the engine: one budget for all of them in a process, as large as an engine's.
 */
public record OwnMemory(MemoryBudget budget) {

    /** The memory of a process; the settings of the first caller determine its size. */
    public static MemoryBudget of(MillraceProcess process, Settings settings) {
        return process.part(OwnMemory.class, none -> open(settings)).budget();
    }

    private static OwnMemory open(Settings settings) {
        MemorySize size = MemorySize.of(settings, 1, 1);
        return new OwnMemory(
                new MemoryBudget(size.maxBytes(), size.slabBytes(), size.floorBytes()));
    }
}
