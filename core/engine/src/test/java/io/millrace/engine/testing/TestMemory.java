package io.millrace.engine.testing;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;

/** Record memory of one test. */
public final class TestMemory {

    private TestMemory() {}

    /** An account of a new budget without headroom. */
    public static MemoryAccount of(long maxBytes, int slabSpan) {
        return of(new MemoryBudget(maxBytes, slabSpan, 0));
    }

    public static MemoryAccount of(MemoryBudget budget) {
        return budget.account(MemoryUse.MAP_OUTPUT, "a test");
    }
}
