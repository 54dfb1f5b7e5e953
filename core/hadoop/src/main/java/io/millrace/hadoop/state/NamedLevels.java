package io.millrace.hadoop.state;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The levels that {@link Level#parse} finds, by name and by value: each level enters them for good
 * when it is made. Without {@code --add-opens java.logging/java.util.logging=ALL-UNNAMED} they stay
 * as they are.
 */
final class NamedLevels implements Part {

    private static final Logger LOG = LoggerFactory.getLogger(NamedLevels.class);

    private static final Class<?> KNOWN = known();

    private static final List<StaticField> ALL =
            List.of(StaticField.of(KNOWN, "nameToLevels"), StaticField.of(KNOWN, "intToLevels"));

    private static Class<?> known() {
        try {
            return Class.forName("java.util.logging.Level$KnownLevel");
        } catch (ClassNotFoundException e) {
            LOG.debug("This JDK keeps the levels of logs elsewhere", e);
            return Level.class;
        }
    }

    /** Forgets the levels whose classes {@code copy} has redefined. */
    static void forgetOther(ClassLoader copy) {
        synchronized (KNOWN) {
            for (StaticField each : ALL) {
                if (each.value() instanceof Map<?, ?> levels) {
                    levels.values().forEach(same -> forgetOther((List<?>) same, copy));
                }
            }
        }
    }

    private static void forgetOther(List<?> same, ClassLoader copy) {
        same.removeIf(known -> known instanceof Reference<?> level && isOther(level.get(), copy));
    }

    private static boolean isOther(@Nullable Object level, ClassLoader copy) {
        if (level == null) {
            return false;
        }
        try {
            return !level.getClass().equals(copy.loadClass(level.getClass().getName()));
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // a library's, which the copy does not know
        }
    }

    @Override
    public Kept read() {
        List<Kept> all = new ArrayList<>();
        for (StaticField each : ALL) {
            if (each.value() instanceof Map<?, ?> levels) {
                all.add(kept(levels));
            }
        }
        return () -> all.forEach(Kept::putBack);
    }

    /** The JDK changes the maps, and the lists in them, under the lock of their class. */
    @SuppressWarnings("unchecked") // a map's own keys and values
    private static Kept kept(Map<?, ?> levels) {
        Map<Object, Object> live = (Map<Object, Object>) levels;
        Map<Object, Object> before = copy(live);
        return () -> {
            synchronized (KNOWN) {
                live.clear();
                live.putAll(copy(before));
            }
        };
    }

    private static Map<Object, Object> copy(Map<Object, Object> levels) {
        UnaryOperator<Object> list =
                value -> value instanceof List<?> same ? new ArrayList<>(same) : value;
        synchronized (KNOWN) {
            Map<Object, Object> copy = new HashMap<>(levels);
            copy.replaceAll((key, value) -> list.apply(value));
            return copy;
        }
    }
}
