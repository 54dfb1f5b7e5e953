package io.millrace.collective.gang;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.MemorySize;
import io.millrace.files.process.MillraceProcess;

/**
 * The record memory of workers whose tasks do not run in the engine but in Hadoop's local runner:
 * one budget for all of them in a process, as large as an engine's would be.
 */
public record OwnMemory(MemoryBudget budget) {

    /** That of a process; its size is what the first that asks is set to. */
    public static MemoryBudget of(MillraceProcess process, Settings settings) {
        return process.part(OwnMemory.class, none -> open(settings)).budget();
    }

    private static OwnMemory open(Settings settings) {
        MemorySize size = MemorySize.of(settings, 1, 1);
        return new OwnMemory(
                new MemoryBudget(size.maxBytes(), size.slabBytes(), size.floorBytes()));
    }
}
