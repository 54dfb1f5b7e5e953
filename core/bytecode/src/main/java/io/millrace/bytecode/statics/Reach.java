package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
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
 * scan, on its thread.
 */
final class Reach {

    static final String INITIALIZER = "<clinit>";

    private static final int NO_CODE_OF_OBJECTS = Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT;
    private static final String CONSTRUCTOR = "<init>";

    /** Hadoop calls {@code run} of a driver here only. */
    private static final String TOOL_RUNNER = "org/apache/hadoop/util/ToolRunner";

    static final String TOOL_RUN = "run([Ljava/lang/String;)I";

    /** The method that compilers add to a class with serializable lambdas, by which they arrive. */
    static final String READS_LAMBDAS = "$deserializeLambda$";

    private static final String LAMBDA_READ =
            "(Ljava/lang/invoke/SerializedLambda;)Ljava/lang/Object;";

    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

    /** Methods of formats that run in the client, before the tasks. */
    private static final Set<String> CLIENTS = Set.of("getSplits", "checkOutputSpecs");

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Set<Method> reached = new HashSet<>();
    private final List<Method> methods = new ArrayList<>();
    private final Deque<Method> waiting = new ArrayDeque<>();

    /** The classes that code creates objects of. */
    private final Set<String> live = new HashSet<>();

    /** These, and the classes whose objects arrive and have a method reached. */
    private final Set<String> types = new LinkedHashSet<>();

    private final Set<String> initialized = new HashSet<>();
    private final Set<Lambda> lambdas = new LinkedHashSet<>();
    private final Map<Call, List<Method>> targets = new HashMap<>();

    /** The first so many types by their methods, and those they inherit. */
    private final Map<String, List<ClassNode>> having = new HashMap<>();

    private int indexed;
    private boolean inStatics;

    /** Names and descriptors of methods of objects that are called, whatever the object. */
    private final Set<String> called = new HashSet<>();

    /** The call by which each class's objects arrive, for display. */
    private final Map<String, String> arrived = new HashMap<>();

    /** The classes whose objects arrive, by those of their methods that no reached code calls. */
    private final Map<String, List<String>> uncalled = new HashMap<>();

    /** The same for serializable lambdas. */
    private final Map<String, List<ArrivedLambda>> waitingLambdas = new HashMap<>();

    /**
     * A serializable lambda.
     *
     * @param type the class that has its code
     */
    private record ArrivedLambda(String type, InvokeDynamicInsnNode made) {}

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
        followAll();
    }

    private void followAll() throws UnreadableException {
        for (Method next = waiting.poll(); next != null; next = waiting.poll()) {
            ClassFiles.checkWanted();
            follow(next);
        }
    }

    /**
     * Adds a class whose objects arrive from outside, and everything that follows from it. Unlike a
     * class that code creates objects of, only those of its methods count that are called.
     *
     * @param methods its methods and inherited ones, by name and descriptor
     * @param entered the methods that code outside the job's may call
     * @param by the call by which they arrive, for display
     */
    void arrive(String name, Set<String> methods, Set<String> entered, String by)
            throws UnreadableException {
        if (live.contains(name)) {
            return;
        }
        arrived.putIfAbsent(name, by);
        for (String method : entered) {
            reachArrived(name, method);
        }
        for (String method : methods) {
            if (called.contains(method)) {
                reachArrived(name, method);
            } else {
                uncalled.computeIfAbsent(method, any -> new ArrayList<>()).add(name);
            }
        }
        followAll();
    }

    /** Whether tasks may have objects of a class, whose code is reached then. */
    boolean creates(String type) {
        return types.contains(type);
    }

    /** Whether code calls a method of such a name and descriptor, whatever the object. */
    boolean calls(String method) {
        return called.contains(method);
    }

    /** Adds the serializable lambdas of a class whose methods are called, as for other objects. */
    void arriveLambdas(String name, ForeignMethods foreign) throws UnreadableException {
        ClassNode type = files.find(name);
        MethodNode reads =
                type == null ? null : ClassFiles.method(type, READS_LAMBDAS, LAMBDA_READ);
        if (reads == null) {
            return;
        }
        for (AbstractInsnNode at : reads.instructions) {
            if (at instanceof InvokeDynamicInsnNode made && made.bsm.getOwner().equals(LAMBDAS)) {
                String method = made.name + ((Type) made.bsmArgs[0]).getDescriptor();
                String implemented = Type.getReturnType(made.desc).getInternalName();
                if (called.contains(method) || foreign.declares(implemented, method)) {
                    initialized(name);
                    created(made);
                } else {
                    waitingLambdas
                            .computeIfAbsent(method, any -> new ArrayList<>())
                            .add(new ArrivedLambda(name, made));
                }
            }
        }
        followAll();
    }

    /** Objects that arrive may be in statics, because initializers get some. */
    void arriveInStatics() {
        inStatics = true;
    }

    /** Whether statics may hold objects of a class without an assignment by tasks. */
    boolean inStatics(ClassNode type) {
        return inStatics || live.contains(type.name);
    }

    /** The call by which objects of a class arrive that no code creates; null for others. */
    @Nullable String arrival(ClassNode type) {
        return live.contains(type.name) ? null : arrived.get(type.name);
    }

    private void reachArrived(String name, String method) throws UnreadableException {
        int end = method.indexOf('(');
        Method found = declared(name, method.substring(0, end), method.substring(end));
        if (found != null && !CLIENTS.contains(found.node.name)) {
            types.add(name);
            initialized(name);
            reach(found.type, found.node);
        }
    }

    /** Reaches a method of all objects that arrive. */
    private void dispatched(String method) throws UnreadableException {
        if (called.add(method)) {
            List<String> waiting = uncalled.remove(method);
            for (String each : waiting == null ? List.<String>of() : waiting) {
                reachArrived(each, method);
            }
            List<ArrivedLambda> more = waitingLambdas.remove(method);
            for (ArrivedLambda each : more == null ? List.<ArrivedLambda>of() : more) {
                initialized(each.type);
                created(each.made);
            }
        }
    }

    /** The possible targets of a call on an object of the job's own classes. */
    List<Method> targets(String owner, String name, String descriptor) throws UnreadableException {
        if (indexed < types.size()) {
            index();
        }
        Call call = new Call(owner, name, descriptor);
        List<Method> found = targets.get(call);
        if (found == null) {
            Set<Method> all = new LinkedHashSet<>();
            for (ClassNode type : having.getOrDefault(name + descriptor, List.of())) {
                Method target =
                        supertypes.isA(type.name, owner) ? target(type, name, descriptor) : null;
                if (target != null) {
                    all.add(target);
                }
            }
            found = List.copyOf(all);
            targets.put(call, found);
        }
        return found;
    }

    /** Indexes new types by their methods, and forgets targets that may be among them. */
    private void index() throws UnreadableException {
        List<String> all = new ArrayList<>(types);
        Set<String> added = new HashSet<>();
        for (String name : all.subList(indexed, all.size())) {
            ClassNode type = files.find(name);
            if (type != null) {
                Set<String> methods = new HashSet<>();
                collect(type, methods);
                for (String method : methods) {
                    having.computeIfAbsent(method, any -> new ArrayList<>()).add(type);
                }
                added.addAll(methods);
            }
        }
        targets.keySet().removeIf(call -> added.contains(call.name + call.descriptor));
        indexed = all.size();
    }

    private void collect(ClassNode type, Set<String> all) throws UnreadableException {
        type.methods.forEach(each -> all.add(each.name + each.desc));
        List<String> inherited = new ArrayList<>(type.interfaces);
        if (type.superName != null) {
            inherited.add(type.superName);
        }
        for (String each : inherited) {
            ClassNode from = files.find(each);
            if (from != null) {
                collect(from, all);
            }
        }
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
        for (String name : types) {
            ClassNode type = files.find(name);
            if (type != null) {
                all.add(type);
            }
        }
        return all;
    }

    /** All methods reached, in the order in which they were; more follow at the end. */
    List<Method> methods() {
        return Collections.unmodifiableList(methods);
    }

    private void live(String name) throws UnreadableException {
        if (!live.add(name)) {
            return;
        }
        types.add(name);
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
            if (reached.add(method)) {
                methods.add(method);
                waiting.add(method);
            }
        }
    }

    private void follow(Method method) throws UnreadableException {
        for (AbstractInsnNode at : method.node.instructions) {
            if (at instanceof MethodInsnNode call) {
                called(call.getOpcode(), call.owner, call.name, call.desc);
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
                created(dynamic);
            }
        }
    }

    private void created(InvokeDynamicInsnNode dynamic) throws UnreadableException {
        if (dynamic.bsm.getOwner().equals(LAMBDAS)) {
            made(dynamic);
        }
        for (Object argument : dynamic.bsmArgs) {
            if (argument instanceof Handle handle) {
                if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
                    live(handle.getOwner());
                }
                called(opcode(handle), handle.getOwner(), handle.getName(), handle.getDesc());
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

    private void called(int opcode, String owner, String name, String descriptor)
            throws UnreadableException {
        boolean declaredIsRun = opcode == Opcodes.INVOKESTATIC || CLIENTS.contains(name);
        if (opcode != Opcodes.INVOKESTATIC) {
            if (!name.equals(CONSTRUCTOR)) {
                dispatched(name + descriptor);
            }
            if (arrived.containsKey(owner)) { // its methods count only if they are called
                declaredIsRun |= opcode == Opcodes.INVOKESPECIAL;
            } else {
                live(owner);
            }
        } else if (owner.equals(TOOL_RUNNER)) {
            dispatched(TOOL_RUN);
        }
        if (declaredIsRun) {
            ClassNode type = files.declaring(owner, name, descriptor);
            if (type != null) {
                initialized(type.name);
                reach(type, ClassFiles.method(type, name, descriptor));
            }
        }
    }

    /** The instruction that calls a method as a handle to it does. */
    private static int opcode(Handle handle) {
        return switch (handle.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKESPECIAL, Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            default -> Opcodes.INVOKEVIRTUAL;
        };
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
