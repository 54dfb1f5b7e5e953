package io.millrace.testing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Record memory that should no longer be held. The engine is called by reflection, since its own
 * tests need this module.
 */
final class LeftMemory {

    private static final String BUDGETS = "io.millrace.engine.memory.ProcessMemory";

    private LeftMemory() {}

    /** A description of each holder. Also empty if the engine is not on the class path. */
    static List<String> find() throws ReflectiveOperationException {
        Class<?> all;
        try {
            all = Class.forName(BUDGETS);
        } catch (ClassNotFoundException e) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        for (Object budget : list(all.getMethod("budgets").invoke(null))) {
            boolean closed = Boolean.TRUE.equals(ask(budget, "isClosed"));
            for (Object holder : list(ask(ask(budget, "holdings"), "holders"))) {
                if (closed || ask(holder, "owner") != null) {
                    found.add("record memory: " + holder);
                }
            }
        }
        return found;
    }

    private static @Nullable Object ask(@Nullable Object of, String what)
            throws ReflectiveOperationException {
        if (of == null) {
            throw new NoSuchMethodException(what + " of nothing");
        }
        return of.getClass().getMethod(what).invoke(of);
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
