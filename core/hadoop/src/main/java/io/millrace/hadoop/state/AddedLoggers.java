package io.millrace.hadoop.state;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Loggers that tasks have entered under names, which {@code LogManager} accepts once as long as
 * somebody uses them. Without {@code --add-opens java.logging/java.util.logging=ALL-UNNAMED} they
 * stay.
 */
final class AddedLoggers implements Part {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(AddedLoggers.class);

    private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

    /** Notes a name before a task enters a logger under it. */
    static void adds(String name) {
        NAMES.add(name);
    }

    @Override
    public Kept read() {
        List<Kept> all = new ArrayList<>();
        for (String name : NAMES) {
            Logger before = LogManager.getLogManager().getLogger(name);
            all.add(() -> putBack(name, before));
        }
        return () -> all.forEach(Kept::putBack);
    }

    @SuppressWarnings("ReferenceEquality") // the very same logger
    private static void putBack(String name, @Nullable Logger before) {
        LogManager manager = LogManager.getLogManager();
        if (manager.getLogger(name) == before) {
            return;
        }
        try {
            remove(manager, name);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("The logger {} stays", name, e);
        }
        if (before != null) {
            manager.addLogger(before);
        }
    }

    private static void remove(LogManager manager, String name)
            throws ReflectiveOperationException {
        Object context = field(LogManager.class, "userContext").get(manager);
        Field named = field(context.getClass(), "namedLoggers");
        Object reference = ((Map<?, ?>) named.get(context)).get(name);
        if (reference != null) {
            Method dispose = reference.getClass().getDeclaredMethod("dispose");
            dispose.setAccessible(true);
            dispose.invoke(reference);
        }
    }

    private static Field field(Class<?> owner, String name) throws ReflectiveOperationException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
