package io.millrace.engine.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/**
 * The budgets of this JVM. They share its heap, so a message about exhausted memory lists the
 * holders of all of them. Thread-safe.
 */
public final class ProcessMemory {

    /** Weak references: unused budgets disappear by themselves. */
    private static final Set<MemoryBudget> BUDGETS =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ProcessMemory() {}

    static void add(MemoryBudget budget) {
        BUDGETS.add(budget);
    }

    /** The budgets that may be in use. */
    public static List<MemoryBudget> budgets() {
        synchronized (BUDGETS) {
            return new ArrayList<>(BUDGETS);
        }
    }

    /** A one-line list of current holders, for messages about memory. */
    public static String holders() {
        String held =
                budgets().stream()
                        .map(MemoryBudget::holdings)
                        .filter(holdings -> holdings.heldBytes() > 0)
                        .map(MemoryHoldings::toString)
                        .collect(Collectors.joining("; "));
        return held.isEmpty() ? "record memory: nothing is taken" : held;
    }
}
