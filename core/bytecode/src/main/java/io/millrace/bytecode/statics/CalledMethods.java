package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The effect of calls on objects. Calls of the job's own methods are followed to all classes and
 * lambdas that may be their targets. Calls of the JDK, of Hadoop and of libraries are judged by
 * their names, unless the job has a class for which the name may be misleading. Used by one scan,
 * on its thread.
 */
final class CalledMethods implements Uses.Calls {

    private static final String OBJECT = "java/lang/Object";
    private static final String HADOOP = "org/apache/hadoop/";
    private static final String WRITABLE = HADOOP + "io/Writable";
    private static final int NO_CODE = Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

    /** Interfaces whose objects run the job's own code, whatever the method's name. */
    private static final Pattern FUNCTION =
            Pattern.compile(
                    "java/util/function/.*|java/util/Comparator|java/util/concurrent/Callable|java/lang/Runnable");

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Reach reach;
    private final Values values;
    private final Constants constants;
    private final boolean elements;
    private final Map<Parameter, Boolean> known = new HashMap<>();
    private @Nullable ForeignTypes foreign;
    private @Nullable Boolean tells;

    private record Parameter(Reach.Method method, int argument) {}

    /**
     * The effect of calls.
     *
     * @param elements whether a copy of a collection counts as a change of its elements
     */
    CalledMethods(
            ClassFiles files,
            Supertypes supertypes,
            Reach reach,
            Values values,
            Constants constants,
            boolean elements) {
        this.files = files;
        this.supertypes = supertypes;
        this.reach = reach;
        this.values = values;
        this.constants = constants;
        this.elements = elements;
    }

    @Override
    public boolean onlyLooks(MethodInsnNode call, int argument, Set<AbstractInsnNode> sources)
            throws UnreadableException {
        Reach.Method declared = reach.declared(call.owner, call.name, call.desc);
        if (call.getOpcode() == Opcodes.INVOKESTATIC || call.getOpcode() == Opcodes.INVOKESPECIAL) {
            return declared == null
                    ? others(others(call.owner), call.name, argument, sources, true)
                    : onlyLooks(declared, argument);
        }
        String exactly = argument < 0 ? made(sources) : null;
        ClassNode ours = exactly == null ? null : files.find(exactly);
        if (exactly != null && ours == null) {
            return others(exactly, call.name, argument, sources, true);
        }
        List<Reach.Method> targets = targets(call, ours);
        List<Reach.Lambda> lambdas = reach.lambdas(call.owner, call.name);
        if (!allOnlyLook(targets, lambdas, argument)) {
            return false;
        }
        boolean whole = declared != null || FUNCTION.matcher(call.owner).matches();
        return whole
                ? !targets.isEmpty() || !lambdas.isEmpty()
                : others(others(call.owner), call.name, argument, sources, false);
    }

    private boolean allOnlyLook(
            List<Reach.Method> methods, List<Reach.Lambda> lambdas, int argument)
            throws UnreadableException {
        for (Reach.Method method : methods) {
            if (!onlyLooks(method, argument)) {
                return false;
            }
        }
        for (Reach.Lambda lambda : lambdas) {
            if (!onlyLooks(lambda, argument)) {
                return false;
            }
        }
        return true;
    }

    private List<Reach.Method> targets(MethodInsnNode call, @Nullable ClassNode exactly)
            throws UnreadableException {
        if (exactly == null) {
            return reach.targets(call.owner, call.name, call.desc);
        }
        Reach.Method target = reach.target(exactly, call.name, call.desc);
        return target == null ? List.of() : List.of(target);
    }

    /** The class of the object in a static, if the value is exactly that and its class is known. */
    private @Nullable String made(Set<AbstractInsnNode> sources) throws UnreadableException {
        return sources.size() == 1
                        && sources.iterator().next() instanceof FieldInsnNode read
                        && read.getOpcode() == Opcodes.GETSTATIC
                ? constants.made(read)
                : null;
    }

    /**
     * Whether a method outside the job only reads.
     *
     * @param exactly whether the object's class is exactly {@code owner}
     */
    private boolean others(
            String owner, String name, int argument, Set<AbstractInsnNode> sources, boolean exactly)
            throws UnreadableException {
        if (argument >= 0) {
            return !(elements && ReadingCalls.copiesElements(owner, name))
                    && ReadingCalls.takes(owner, name, argument)
                    && (owner.startsWith(HADOOP) ? onlyWrites(sources) : onlyTells());
        }
        if (owner.equals("java/util/Iterator")) {
            return (name.equals("next") || name.equals("hasNext"))
                    && sources.stream().anyMatch(CalledMethods::makesIterator);
        }
        boolean looks =
                ReadingCalls.looks(owner, name)
                        && (owner.equals(OBJECT)
                                || !(exactly
                                        ? foreign().move(owner)
                                        : foreign().moveBehind(owner)));
        return ConstantTypes.contains(owner) || (looks && onlyTells());
    }

    /** Whether an object stays unchanged that Hadoop compares or serializes. */
    private boolean onlyWrites(Set<AbstractInsnNode> sources) throws UnreadableException {
        String exactly = made(sources);
        if (exactly != null && files.find(exactly) == null) {
            return true;
        }
        return allOnlyLook(
                        reach.targets(WRITABLE, "write", "(Ljava/io/DataOutput;)V"), List.of(), -1)
                && onlyTells();
    }

    /** A new iterator: only the loop has it. */
    private static boolean makesIterator(AbstractInsnNode at) {
        return at instanceof MethodInsnNode call && call.name.equals("iterator");
    }

    /**
     * The type outside the job that a job's class has the method from: its superclass or an
     * interface.
     */
    private String others(String owner) throws UnreadableException {
        String name = owner;
        String implemented = OBJECT;
        for (ClassNode at = files.find(name); at != null; at = files.find(name)) {
            for (String each : at.interfaces) {
                implemented = files.find(each) == null ? each : implemented;
            }
            name = at.superName == null ? OBJECT : at.superName;
        }
        return name.equals(OBJECT) ? implemented : name;
    }

    private ForeignTypes foreign() throws UnreadableException {
        ForeignTypes all = foreign;
        if (all == null) {
            all = new ForeignTypes(files, supertypes);
            foreign = all;
        }
        return all;
    }

    @Override
    public boolean onlyTells() throws UnreadableException {
        Boolean answer = tells;
        if (answer == null) {
            tells = true; // assumed during the analysis, as below
            answer = callbacksLook();
            tells = answer;
            if (!answer) {
                known.values().removeIf(looks -> looks);
            }
        }
        return answer;
    }

    private boolean callbacksLook() throws UnreadableException {
        for (Callbacks.Called called : Callbacks.methods(reach)) {
            for (int argument = -1; argument < called.arguments(); argument++) {
                if (!onlyLooks(called.method(), argument)) {
                    return false;
                }
            }
        }
        return allOnlyLook(List.of(), Callbacks.lambdas(reach), -1);
    }

    /** The same for an object created from a method: for the values it holds, or its parameters. */
    private boolean onlyLooks(Reach.Lambda lambda, int argument) throws UnreadableException {
        int first = argument < 0 ? 0 : lambda.held() + argument;
        int last = argument < 0 ? lambda.held() : first + 1;
        Handle body = lambda.body();
        boolean ofObject =
                body.getTag() != Opcodes.H_INVOKESTATIC
                        && body.getTag() != Opcodes.H_NEWINVOKESPECIAL;
        Reach.Method declared = reach.declared(body.getOwner(), body.getName(), body.getDesc());
        Type[] types = Type.getArgumentTypes(body.getDesc());
        for (int i = first; i < last; i++) {
            int parameter = ofObject ? i - 1 : i;
            boolean looks =
                    declared == null
                            ? others(body.getOwner(), body.getName(), parameter, Set.of(), false)
                            : onlyLooks(declared, parameter);
            if (!looks && (parameter < 0 || !ConstantTypes.contains(types[parameter]))) {
                return false;
            }
        }
        return true;
    }

    private boolean onlyLooks(Reach.Method method, int argument) throws UnreadableException {
        if ((method.node().access & NO_CODE) != 0) {
            return (method.node().access & Opcodes.ACC_ABSTRACT) != 0;
        }
        Parameter parameter = new Parameter(method, argument);
        Boolean answer = known.get(parameter);
        if (answer == null) {
            known.put(parameter, true); // assumed during the analysis: recursive calls add nothing
            AbstractInsnNode origin = values.in(method).parameter(local(method.node(), argument));
            answer = origin == null || values.in(method).onlyLooks(origin, argument < 0, this);
            if (!answer) {
                known.values().removeIf(looks -> looks); // these results may depend on this one
            }
            known.put(parameter, answer);
        }
        return answer;
    }

    /** The local variable of an argument. */
    static int local(MethodNode method, int argument) {
        int local = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        if (argument < 0) {
            return 0;
        }
        Type[] arguments = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < argument; i++) {
            local += arguments[i].getSize();
        }
        return local;
    }

    /** The static that a method only returns, or null. Compilers generate such methods. */
    @Nullable FieldInsnNode got(MethodInsnNode call) throws UnreadableException {
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            return null;
        }
        Reach.Method declared = reach.declared(call.owner, call.name, call.desc);
        return declared == null ? null : got(declared);
    }

    static @Nullable FieldInsnNode got(Reach.Method method) {
        AbstractInsnNode first = code(method.node().instructions.getFirst());
        AbstractInsnNode second = first == null ? null : code(first.getNext());
        return first instanceof FieldInsnNode read
                        && read.getOpcode() == Opcodes.GETSTATIC
                        && second != null
                        && second.getOpcode() == Opcodes.ARETURN
                ? read
                : null;
    }

    /** The next real instruction, not a label. */
    private static @Nullable AbstractInsnNode code(@Nullable AbstractInsnNode at) {
        AbstractInsnNode next = at;
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next;
    }
}
