package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
 * The methods of a job's own classes that its tasks can reach. All instance methods count for a
 * class that tasks have objects of; static methods count if they are called. So a driver's {@code
 * main} does not count, even if its class also has a constant that the mapper reads. Used by one
 * scan.
 */
final class Reach {

    static final String INITIALIZER = "<clinit>";

    private static final int NO_CODE_OF_OBJECTS = Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT;
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

    /** Methods of formats that run in the client, before the tasks. */
    private static final Set<String> CLIENTS = Set.of("getSplits", "checkOutputSpecs");

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Set<Method> methods = new LinkedHashSet<>();
    private final Deque<Method> waiting = new ArrayDeque<>();
    private final Set<String> live = new HashSet<>();
    private final Set<String> initialized = new HashSet<>();
    private final Set<Lambda> lambdas = new LinkedHashSet<>();
    private final Map<Call, List<Method>> targets = new HashMap<>();

    private record Call(String owner, String name, String descriptor) {}

    /** A method and its class. Nodes are compared by identity, as intended. */
    record Method(ClassNode type, MethodNode node) {

        boolean initializer() {
            return node.name.equals(INITIALIZER);
        }

        @Override
        public String toString() {
            return type.name.replace('/', '.') + "." + node.name;
        }
    }

    /**
     * An object created from a method.
     *
     * @param type the interface that it implements, with a method of that name
     * @param body the method; the object supplies its first {@code held} parameters
     */
    record Lambda(String type, String name, Handle body, int held) {}

    Reach(ClassFiles files, Supertypes supertypes) {
        this.files = files;
        this.supertypes = supertypes;
    }

    /**
     * Adds a class that tasks have objects of, by internal name, and everything that follows from
     * it.
     */
    void add(String name) throws UnreadableException {
        live(name);
        for (Method next = waiting.poll(); next != null; next = waiting.poll()) {
            follow(next);
        }
    }

    /** The possible targets of a call on an object of the job's own classes. */
    List<Method> targets(String owner, String name, String descriptor) throws UnreadableException {
        Call call = new Call(owner, name, descriptor);
        List<Method> found = targets.get(call);
        if (found == null) {
            Set<Method> all = new LinkedHashSet<>();
            for (ClassNode type : types()) {
                Method target = target(type, name, descriptor);
                if (target != null && supertypes.isA(type.name, owner)) {
                    all.add(target);
                }
            }
            found = List.copyOf(all);
            targets.put(call, found);
        }
        return found;
    }

    /** The target of a call on an object of exactly that class; null if not the job's own. */
    @Nullable Method target(ClassNode type, String name, String descriptor)
            throws UnreadableException {
        Method declared = declared(type.name, name, descriptor);
        return declared == null || (declared.node.access & NO_CODE_OF_OBJECTS) != 0
                ? null
                : declared;
    }

    /**
     * The method that a call names, declared or inherited by {@code owner}. Null if not the job's
     * own.
     */
    @Nullable Method declared(String owner, String name, String descriptor)
            throws UnreadableException {
        ClassNode type = files.declaring(owner, name, descriptor);
        MethodNode node = type == null ? null : ClassFiles.method(type, name, descriptor);
        return type == null || node == null ? null : new Method(type, node);
    }

    /** The objects created from methods that may be the targets of a call. */
    List<Lambda> lambdas(String owner, String name) {
        return lambdas.stream()
                .filter(each -> each.name.equals(name) && supertypes.isA(each.type, owner))
                .toList();
    }

    /** The job's own classes that tasks have objects of. */
    List<ClassNode> types() throws UnreadableException {
        List<ClassNode> all = new ArrayList<>();
        for (String name : live) {
            ClassNode type = files.find(name);
            if (type != null) {
                all.add(type);
            }
        }
        return all;
    }

    /** All methods reached. */
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
                reach(type, method);
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
        reach(type, ClassFiles.method(type, INITIALIZER, "()V"));
        if (type.superName != null) {
            initialized(type.superName);
        }
    }

    private void reach(ClassNode type, @Nullable MethodNode node) {
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
                if (dynamic.bsm.getOwner().equals(LAMBDAS)) {
                    made(dynamic);
                }
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

    private void made(InvokeDynamicInsnNode lambda) {
        lambdas.add(
                new Lambda(
                        Type.getReturnType(lambda.desc).getInternalName(),
                        lambda.name,
                        (Handle) lambda.bsmArgs[1],
                        Type.getArgumentTypes(lambda.desc).length));
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
            reach(type, ClassFiles.method(type, name, descriptor));
        }
    }

    /**
     * Adds class literals and class names in strings: objects are created from them by reflection.
     */
    private void named(Object constant) throws UnreadableException {
        if (constant instanceof Type type && type.getSort() == Type.OBJECT) {
            live(type.getInternalName());
        } else if (constant instanceof String text && ClassNames.looksLikeOne(text)) {
            live(text.replace('.', '/'));
        }
    }
}
