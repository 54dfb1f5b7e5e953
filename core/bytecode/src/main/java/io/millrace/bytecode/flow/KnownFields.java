package io.millrace.bytecode.flow;

import io.millrace.bytecode.flow.KnownObjects.Known;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the class of all objects in a field: all code that can set the field sets it to new objects
 * of that class. Reflection is ignored.
 */
final class KnownFields {

    private KnownFields() {}

    /** The class of the objects in a field of {@code type}, or null if it is not known. */
    static @Nullable Class<?> of(Class<?> type, String name)
            throws IOException, ReflectiveOperationException, AnalyzerException {
        Field field = type.getDeclaredField(name);
        Class<?> found = null;
        for (Class<?> setter : setters(field)) {
            ClassNode code = ClassCode.read(setter);
            for (MethodNode method : code.methods) {
                if (sets(method, field)) {
                    Class<?> set = setTo(method, code.name, field);
                    if (set == null || (found != null && found != set)) {
                        return null;
                    }
                    found = set;
                }
            }
        }
        return found;
    }

    /** The classes whose code can set a field, if not all classes can. */
    private static List<Class<?>> setters(Field field) {
        Class<?> type = field.getDeclaringClass();
        if (Modifier.isFinal(field.getModifiers())) {
            return List.of(type);
        }
        return Modifier.isPrivate(field.getModifiers())
                ? List.of(type.getNestHost().getNestMembers())
                : List.of();
    }

    private static boolean sets(MethodNode method, Field field) {
        for (AbstractInsnNode each : method.instructions) {
            if (sets(each, field)) {
                return true;
            }
        }
        return false;
    }

    private static boolean sets(AbstractInsnNode instruction, Field field) {
        return instruction.getOpcode() == Opcodes.PUTFIELD
                && ((FieldInsnNode) instruction).name.equals(field.getName());
    }

    /** The class of all objects that a method sets a field to, or null if they may differ. */
    private static @Nullable Class<?> setTo(MethodNode method, String owner, Field field)
            throws AnalyzerException {
        KnownObjects objects = new KnownObjects(field.getDeclaringClass().getClassLoader());
        Frame<BasicValue>[] frames = new Analyzer<>(objects).analyze(owner, method);
        Class<?> found = null;
        for (int i = 0; i < frames.length; i++) {
            Frame<BasicValue> frame = frames[i];
            if (frame != null && sets(method.instructions.get(i), field)) {
                BasicValue value = frame.getStack(frame.getStackSize() - 1);
                if (!(value instanceof Known known) || (found != null && found != known.type)) {
                    return null;
                }
                found = known.type;
            }
        }
        return found;
    }
}
