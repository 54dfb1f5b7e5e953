package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import io.millrace.bytecode.statics.Values.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Follows a class that code finds by its name forwards, through variables, parameters, fields and
 * results, to the types that the code casts objects of the class to. If an object may be used
 * without a cast, that type is {@code Object}. Used by one scan.
 */
final class CastTypes {

    private static final String OBJECT = "java/lang/Object";

    /** Types under which code passes on a class, or an object of an unknown class. */
    private static final Pattern PASSING =
            Pattern.compile(
                    "\\[.*|java/lang/(Object|Class|reflect/(Constructor|AccessibleObject|Executable))");

    /** Methods outside the job that return an object of the class they are given. */
    private static final Pattern MAKES =
            Pattern.compile(
                    "org/apache/hadoop/util/ReflectionUtils\\.newInstance"
                            + "|java/util/Objects\\.requireNonNull.*"
                            + "|java/lang/Class\\.cast"
                            + "|java/util/Optional\\.(of|ofNullable)"
                            + "|org/springframework/beans/BeanUtils\\.instantiate.*"
                            + "|org/apache/commons/lang3?/reflect/ConstructorUtils\\.invoke.*");

    /** Methods outside the job that create no object of the class they are given. */
    private static final Pattern HARMLESS =
            Pattern.compile(
                    "java/lang/reflect/Array\\.newInstance|java/lang/Class\\.isAssignableFrom"
                            + "|java/util/Objects\\.equals");

    private static final Pattern MEMBERS = Pattern.compile("get(Declared)?(Method|Field)s?");

    private static final Type CLASS = Type.getType(Class.class);

    private final Supertypes supertypes;
    private final Values values;
    private final Set<String> types = new LinkedHashSet<>();
    private final Set<Value> seen = new HashSet<>();
    private final Deque<Value> waiting = new ArrayDeque<>();

    CastTypes(Supertypes supertypes, Values values) {
        this.supertypes = supertypes;
        this.values = values;
    }

    /** The types, by internal names; none if the code creates no objects of the class. */
    Set<String> of(Value call) throws UnreadableException {
        follow(call);
        for (Value next = waiting.poll(); next != null; next = waiting.poll()) {
            for (AbstractInsnNode at : next.method().node().instructions) {
                use(next, at);
            }
            if (types.contains(OBJECT)) {
                return Set.of(OBJECT);
            }
        }
        return types;
    }

    private void follow(Value value) {
        if (seen.add(value)) {
            waiting.add(value);
        }
    }

    private void use(Value value, AbstractInsnNode at) throws UnreadableException {
        switch (at.getOpcode()) {
            case Opcodes.CHECKCAST -> {
                String type = ((TypeInsnNode) at).desc;
                if (!PASSING.matcher(type).matches() && free(value, at, 0)) {
                    types.add(type);
                }
            }
            case Opcodes.AASTORE -> unknownIf(free(value, at, 0));
            case Opcodes.ARETURN -> {
                if (free(value, at, 0)) {
                    returned(value.method());
                }
            }
            case Opcodes.PUTFIELD, Opcodes.PUTSTATIC -> {
                if (free(value, at, 0)) {
                    values.reads((FieldInsnNode) at).forEach(this::follow);
                }
            }
            case Opcodes.INVOKEDYNAMIC -> passed(value, (InvokeDynamicInsnNode) at);
            case Opcodes.INVOKEVIRTUAL,
                    Opcodes.INVOKEINTERFACE,
                    Opcodes.INVOKESPECIAL,
                    Opcodes.INVOKESTATIC ->
                    called(value, (MethodInsnNode) at);
            default -> {}
        }
    }

    private void unknownIf(boolean condition) {
        if (condition) {
            types.add(OBJECT);
        }
    }

    /** Whether an instruction takes the value from the stack without a cast before it. */
    private boolean free(Value value, AbstractInsnNode at, int below) throws UnreadableException {
        Set<AbstractInsnNode> sources = values.in(value.method()).sources(at, below);
        return sources.contains(value.at()) && sources.stream().noneMatch(this::binds);
    }

    private boolean binds(AbstractInsnNode at) {
        return (at instanceof TypeInsnNode cast
                        && cast.getOpcode() == Opcodes.CHECKCAST
                        && !PASSING.matcher(cast.desc).matches())
                || (at instanceof MethodInsnNode call && subclass(call) != null);
    }

    /** The type that a call restricts a class to; null if it is no such call. */
    private static @Nullable String subclass(MethodInsnNode call) {
        return call.name.equals("asSubclass")
                        && call.getPrevious() instanceof LdcInsnNode constant
                        && constant.cst instanceof Type type
                ? type.getInternalName()
                : null;
    }

    /** Callers get the value, and code outside the job's that calls the method. */
    private void returned(Reach.Method method) throws UnreadableException {
        List<Value> callers = values.callers(method);
        boolean resolves =
                method.node().name.equals("resolveClass")
                        && supertypes.isA(method.type().name, "java/io/ObjectInputStream");
        if (resolves) {
            types.add("java/io/Serializable");
        } else {
            unknownIf(callers.isEmpty());
        }
        callers.forEach(this::follow);
    }

    private void passed(Value value, InvokeDynamicInsnNode call) throws UnreadableException {
        int arguments = Type.getArgumentTypes(call.desc).length;
        for (int i = 0; i < arguments; i++) {
            Type argument = Type.getArgumentTypes(call.desc)[arguments - 1 - i];
            unknownIf(!argument.equals(CLASS) && free(value, call, i));
        }
    }

    private void called(Value value, MethodInsnNode call) throws UnreadableException {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        if (call.getOpcode() != Opcodes.INVOKESTATIC && free(value, call, arguments.length)) {
            String type = subclass(call);
            if (type != null) {
                types.add(type);
            }
            unknownIf(
                    call.owner.equals(OBJECT)
                            ? !call.name.equals("getClass")
                            : call.owner.equals("java/lang/Class")
                                    && MEMBERS.matcher(call.name).matches());
            Type result = Type.getReturnType(call.desc);
            if (result.getSort() >= Type.ARRAY
                    && type == null
                    && PASSING.matcher(result.getInternalName()).matches()) {
                follow(new Value(value.method(), call));
            }
        }
        for (int i = 0; i < arguments.length; i++) {
            boolean passing = arguments[i].equals(CLASS) || !ConstantTypes.contains(arguments[i]);
            if (passing && free(value, call, arguments.length - 1 - i)) {
                given(value, call, i);
            }
        }
    }

    private void given(Value value, MethodInsnNode call, int argument) throws UnreadableException {
        List<Reach.Method> targets = values.targets(call);
        for (Reach.Method target : targets) {
            AbstractInsnNode parameter =
                    values.in(target).parameter(CalledMethods.local(target.node(), argument));
            if (parameter != null) {
                follow(new Value(target, parameter));
            }
        }
        String called = call.owner + '.' + call.name;
        if (MAKES.matcher(called).matches()) {
            follow(new Value(value.method(), call));
        } else {
            unknownIf(
                    targets.isEmpty()
                            && !HARMLESS.matcher(called).matches()
                            && !(ReadingCalls.takes(call.owner, call.name, argument)
                                    && isClass(value, call, argument)));
        }
    }

    /** Whether the argument of a call is the class, not an object of it. */
    private boolean isClass(Value value, MethodInsnNode call, int argument)
            throws UnreadableException {
        int below = Type.getArgumentTypes(call.desc).length - 1 - argument;
        return values.in(value.method()).sources(call, below).stream()
                .allMatch(at ->
                        at instanceof MethodInsnNode made
                                && Type.getReturnType(made.desc).equals(CLASS));
    }
}
