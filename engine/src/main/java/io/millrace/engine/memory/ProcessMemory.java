package io.millrace.engine.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/**
 * The budgets of this JVM, which share its heap: whoever runs out of it wants to know who holds
 * what of each. Thread-safe.
 */
public final class ProcessMemory {

    /** Those that are not in use any more leave by themselves. */
    private static final Set<MemoryBudget> BUDGETS =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ProcessMemory() {}

    static void add(MemoryBudget budget) {
        BUDGETS.add(budget);
    }

    /** The budgets that somebody may use. */
    public static List<MemoryBudget> budgets() {
        synchronized (BUDGETS) {
            return new ArrayList<>(BUDGETS);
        }
    }

    /** Who holds how much now, in one line for messages about memory. */
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
