package io.millrace.hadoop.state;

import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Values under names that the JDK does not list: security properties, and editors of properties.
 * Only those that tasks have set are read.
 */
final class NamedValues implements Part {

    private static final Set<String> SECURITY = ConcurrentHashMap.newKeySet();
    private static final Set<Class<?>> EDITED = ConcurrentHashMap.newKeySet();

    /** Notes a security property before a task sets it. */
    static void security(String name) {
        SECURITY.add(name);
    }

    /** Notes a type before a task registers an editor for it. */
    static void edited(Class<?> type) {
        EDITED.add(type);
    }

    @Override
    public Kept read() {
        List<Runnable> all = new ArrayList<>();
        for (String name : SECURITY) {
            String before = Security.getProperty(name);
            all.add(() -> Security.setProperty(name, before == null ? "" : before));
        }
        for (Class<?> type : EDITED) {
            Class<?> before = editor(type);
            all.add(() -> PropertyEditorManager.registerEditor(type, before));
        }
        return () -> all.forEach(Runnable::run);
    }

    private static @Nullable Class<?> editor(Class<?> type) {
        PropertyEditor editor = PropertyEditorManager.findEditor(type);
        return editor == null ? null : editor.getClass();
    }
}
