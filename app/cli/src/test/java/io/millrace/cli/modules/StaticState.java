package io.millrace.cli.modules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Static fields that change, or hold what changes. */
final class StaticState {

    /** Empty ones of these are made to be filled. */
    private static final List<Class<?>> CHANGING =
            List.of(Collection.class, Map.class, Executor.class, ThreadLocal.class);

    private static final String ATOMIC = "java.util.concurrent.atomic.";

    private StaticState() {}

    static Set<String> of(JavaClass type) throws IOException {
        Set<String> found = new TreeSet<>();
        for (JavaField field : type.getFields()) {
            if (isStatic(field) && !field.getModifiers().contains(JavaModifier.FINAL)) {
                found.add(field.getFullName());
            }
        }
        for (MethodNode method : House.code(type).methods) {
            if (method.name.equals("<clinit>")) {
                for (AbstractInsnNode each : method.instructions) {
                    if (each.getOpcode() == Opcodes.PUTSTATIC && changes(each.getPrevious())) {
                        found.add(type.getName() + "." + ((FieldInsnNode) each).name);
                    }
                }
            }
        }
        return found;
    }

    private static boolean isStatic(JavaField field) {
        return field.getModifiers().contains(JavaModifier.STATIC);
    }

    /** Whether what this makes can change: what a factory of constants made cannot. */
    private static boolean changes(AbstractInsnNode making) {
        if (!(making instanceof MethodInsnNode call)) {
            return false;
        }
        String owner = call.owner.replace('/', '.');
        if (call.name.equals("<init>")) {
            return changes(owner);
        }
        return call.name.equals("newKeySet")
                || call.name.equals("newSetFromMap")
                || call.name.startsWith("synchronized")
                || owner.equals("java.util.concurrent.Executors");
    }

    private static boolean changes(String name) {
        if (name.startsWith(House.ROOT)) {
            JavaClass type = House.CLASSES.get(name);
            return !type.isRecord()
                    && type.getAllFields().stream()
                            .filter(field -> field.getOwner().getName().startsWith(House.ROOT))
                            .filter(field -> !isStatic(field))
                            .anyMatch(field ->
                                    !field.getModifiers().contains(JavaModifier.FINAL)
                                            || changes(field.getRawType()));
        }
        return House.CLASSES.contain(name)
                ? changes(House.CLASSES.get(name))
                : name.startsWith(ATOMIC) || changesByName(name);
    }

    private static boolean changes(JavaClass type) {
        return type.getName().startsWith(ATOMIC)
                || CHANGING.stream().anyMatch(type::isAssignableTo);
    }

    private static boolean changesByName(String name) {
        try {
            Class<?> type = Class.forName(name, false, StaticState.class.getClassLoader());
            return CHANGING.stream().anyMatch(changing -> changing.isAssignableFrom(type));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name + " is used and not there", e);
        }
    }
}
