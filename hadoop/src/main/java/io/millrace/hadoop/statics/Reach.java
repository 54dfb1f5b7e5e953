package io.millrace.hadoop.statics;

import io.millrace.hadoop.statics.ClassFiles.UnreadableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The methods of a job's own classes that its tasks can come to. Of a class that tasks have objects
 * of, all instance methods count; static ones count where they are called. So a driver's {@code
 * main}, in the same class file as a constant that its mapper reads, does not. Used by one scan.
 */
final class Reach {

    static final String INITIALIZER = "<clinit>";

    /** What formats do on the client's side, before there are tasks. */
    private static final Set<String> CLIENTS = Set.of("getSplits", "checkOutputSpecs");

    private final ClassFiles files;
    private final Set<Method> methods = new LinkedHashSet<>();
    private final Deque<Method> waiting = new ArrayDeque<>();
    private final Set<String> live = new HashSet<>();
    private final Set<String> initialized = new HashSet<>();

    /** A method and its class. Nodes have no equality but their identity, which is meant. */
    record Method(ClassNode type, MethodNode node) {

        boolean initializer() {
            return node.name.equals(INITIALIZER);
        }

        @Override
        public String toString() {
            return type.name.replace('/', '.') + "." + node.name;
        }
    }

    Reach(ClassFiles files) {
        this.files = files;
    }

    /** Adds a class that tasks have objects of, by internal name, and all that follows from it. */
    void add(String name) throws UnreadableException {
        live(name);
        for (Method next = waiting.poll(); next != null; next = waiting.poll()) {
            follow(next);
        }
    }

    /** The methods that a call of an object's method can end in. */
    List<Method> targets(String name, String descriptor) {
        return methods.stream()
                .filter(method ->
                        method.node.name.equals(name)
                                && method.node.desc.equals(descriptor)
                                && (method.node.access & Opcodes.ACC_STATIC) == 0)
                .toList();
    }

    /** All methods that were come to. */
    Set<Method> methods() {
        return methods;
    }

    private void live(String name) throws UnreadableException {
        if (!live.add(name)) {
            return;
        }
        ClassNode type = files.find(name);
        if (type == null) {
            return;
        }
        initialized(name);
        for (MethodNode method : type.methods) {
            if ((method.access & Opcodes.ACC_STATIC) == 0 && !CLIENTS.contains(method.name)) {
                come(type, method);
            }
        }
        if (type.superName != null) {
            live(type.superName);
        }
        for (String each : type.interfaces) {
            live(each);
        }
    }

    private void initialized(String name) throws UnreadableException {
        ClassNode type = files.find(name);
        if (type == null || !initialized.add(name)) {
            return;
        }
        come(type, ClassFiles.method(type, INITIALIZER, "()V"));
        if (type.superName != null) {
            initialized(type.superName);
        }
    }

    private void come(ClassNode type, @Nullable MethodNode node) {
        if (node != null) {
            Method method = new Method(type, node);
            if (methods.add(method)) {
                waiting.add(method);
            }
        }
    }

    private void follow(Method method) throws UnreadableException {
        for (AbstractInsnNode at : method.node.instructions) {
            if (at instanceof MethodInsnNode call) {
                called(call.getOpcode() == Opcodes.INVOKESTATIC, call.owner, call.name, call.desc);
            } else if (at instanceof FieldInsnNode access) {
                if (access.getOpcode() == Opcodes.GETSTATIC
                        || access.getOpcode() == Opcodes.PUTSTATIC) {
                    initialized(access.owner);
                }
            } else if (at instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
                live(made.desc);
            } else if (at instanceof LdcInsnNode constant) {
                named(constant.cst);
            } else if (at instanceof InvokeDynamicInsnNode dynamic) {
                for (Object argument : dynamic.bsmArgs) {
                    if (argument instanceof Handle handle) {
                        called(
                                handle.getTag() == Opcodes.H_INVOKESTATIC,
                                handle.getOwner(),
                                handle.getName(),
                                handle.getDesc());
                    }
                }
            }
        }
    }

    private void called(boolean isStatic, String owner, String name, String descriptor)
            throws UnreadableException {
        if (!isStatic) {
            live(owner);
        }
        if (!isStatic && !CLIENTS.contains(name)) {
            return;
        }
        ClassNode type = files.declaring(owner, name, descriptor);
        if (type != null) {
            initialized(type.name);
            come(type, ClassFiles.method(type, name, descriptor));
        }
    }

    /** Class literals and names of classes in strings: objects are made of them by reflection. */
    private void named(Object constant) throws UnreadableException {
        if (constant instanceof Type type && type.getSort() == Type.OBJECT) {
            live(type.getInternalName());
        } else if (constant instanceof String text && ClassNames.looksLikeOne(text)) {
            live(text.replace('.', '/'));
        }
    }
}
