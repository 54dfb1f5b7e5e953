package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Follows values backwards through all code that tasks reach: from parameters to callers, from
 * fields to their assignments, from results to returned values. Used by one scan, on its thread.
 */
final class Values {

    private final Reach reach;
    private final Map<Reach.Method, Uses> uses = new HashMap<>();
    private final Map<Place, List<Value>> before = new HashMap<>();

    /** How many of the methods that are reached the next three maps know. */
    private int indexed;

    /** All calls by name and descriptor. */
    private final Map<String, List<Value>> calls = new HashMap<>();

    /** All accesses to fields. */
    private final Map<Field, List<Value>> reads = new HashMap<>();

    private final Map<Field, List<Value>> writes = new HashMap<>();

    /** The values that these methods put into fields, as far as they were asked for. */
    private final Map<Field, List<Value>> written = new HashMap<>();

    private record Field(String owner, String name) {

        Field(FieldInsnNode access) {
            this(access.owner, access.name);
        }
    }

    /** A place on the stack before an instruction, so many values below the top. */
    private record Place(Reach.Method method, AbstractInsnNode at, int below) {}

    /**
     * The value created by an instruction of a method, or, for a label, the value of a parameter.
     */
    record Value(Reach.Method method, AbstractInsnNode at) {}

    Values(Reach reach) {
        this.reach = reach;
    }

    /** The uses in a method; analysed once. */
    Uses in(Reach.Method method) throws UnreadableException {
        Uses known = uses.get(method);
        if (known == null) {
            known = Uses.in(method);
            uses.put(method, known);
        }
        return known;
    }

    /** The possible values on the stack just before an instruction, below so many others. */
    List<Value> before(Reach.Method method, AbstractInsnNode at, int below)
            throws UnreadableException {
        Place place = new Place(method, at, below);
        List<Value> known = before.get(place);
        if (known == null) {
            known = found(method, at, below);
            before.put(place, known);
        }
        return known;
    }

    private List<Value> found(Reach.Method method, AbstractInsnNode at, int below)
            throws UnreadableException {
        Set<AbstractInsnNode> sources = in(method).sources(at, below);
        Set<AbstractInsnNode> last = new LinkedHashSet<>(sources);
        for (AbstractInsnNode each : sources) {
            Set<AbstractInsnNode> got = new HashSet<>(gotFrom(method, each));
            got.remove(each);
            last.removeAll(got); // the source of a result is not an alternative to it
        }
        return values(method, last.isEmpty() ? sources : last);
    }

    private Set<AbstractInsnNode> gotFrom(Reach.Method method, AbstractInsnNode at)
            throws UnreadableException {
        if (at instanceof MethodInsnNode call && call.getOpcode() != Opcodes.INVOKESTATIC) {
            return in(method).sources(call, Type.getArgumentTypes(call.desc).length);
        }
        return at.getOpcode() == Opcodes.GETFIELD ? in(method).sources(at, 0) : Set.of();
    }

    private static List<Value> values(Reach.Method method, Set<AbstractInsnNode> all) {
        return all.stream().map(each -> new Value(method, each)).toList();
    }

    /** The object that a call is made on, and everything that it was obtained from. */
    List<Value> object(Value call) throws UnreadableException {
        return values(call.method, gotFrom(call.method, call.at));
    }

    /** One argument of a call, from 0. */
    List<Value> argument(Value call, int argument) throws UnreadableException {
        int arguments = Type.getArgumentTypes(descriptor(call.at)).length;
        return before(call.method, call.at, arguments - 1 - argument);
    }

    private static String descriptor(AbstractInsnNode call) {
        return call instanceof MethodInsnNode method
                ? method.desc
                : ((InvokeDynamicInsnNode) call).desc;
    }

    /** The parts that a value is composed of: one list for each part, with its possible values. */
    List<List<Value>> parts(Value value) throws UnreadableException {
        List<Value> calls =
                value.at instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW
                        ? made(value)
                        : isCall(value.at) ? List.of(value) : List.of();
        List<List<Value>> all = new ArrayList<>();
        for (Value call : calls) {
            boolean ofObject =
                    call.at instanceof MethodInsnNode
                            && call.at.getOpcode() != Opcodes.INVOKESTATIC;
            int arguments = Type.getArgumentTypes(descriptor(call.at)).length;
            for (int i = ofObject && calls.contains(value) ? -1 : 0; i < arguments; i++) {
                all.add(argument(call, i));
            }
        }
        return all;
    }

    private static boolean isCall(AbstractInsnNode at) {
        return at instanceof MethodInsnNode || at instanceof InvokeDynamicInsnNode;
    }

    /** The possible values of a parameter, a field, or a result of the job's own code. */
    List<Value> given(Value value) throws UnreadableException {
        if (value.at instanceof LabelNode) {
            return passed(value);
        }
        if (value.at instanceof FieldInsnNode read) {
            return set(read);
        }
        if (value.at instanceof MethodInsnNode call) {
            return returned(call);
        }
        return List.of();
    }

    /** The constructor call of a new object. */
    List<Value> made(Value object) throws UnreadableException {
        List<Value> all = new ArrayList<>();
        for (AbstractInsnNode at : object.method.node().instructions) {
            if (at instanceof MethodInsnNode call
                    && call.name.equals("<init>")
                    && argument(new Value(object.method, at), -1).contains(object)) {
                all.add(new Value(object.method, at));
            }
        }
        return all;
    }

    private List<Value> passed(Value parameter) throws UnreadableException {
        int argument = argument(parameter);
        List<Value> all = new ArrayList<>();
        for (Value call : callers(parameter.method)) {
            all.addAll(argument(call, argument));
        }
        return all;
    }

    /** The calls that may run a method. */
    List<Value> callers(Reach.Method called) throws UnreadableException {
        index();
        List<Value> all = new ArrayList<>();
        for (Value each : calls.getOrDefault(called.node().name + called.node().desc, List.of())) {
            if (targets((MethodInsnNode) each.at).contains(called)) {
                all.add(each);
            }
        }
        return all;
    }

    /** The argument's index for a parameter; -1 for the object. */
    private int argument(Value parameter) throws UnreadableException {
        MethodNode method = parameter.method.node();
        int argument = Type.getArgumentTypes(method.desc).length - 1;
        while (argument >= 0
                && !parameter.at.equals(
                        in(parameter.method).parameter(CalledMethods.local(method, argument)))) {
            argument--;
        }
        return argument;
    }

    private List<Value> set(FieldInsnNode read) throws UnreadableException {
        index();
        Field field = new Field(read);
        List<Value> known = written.get(field);
        if (known == null) {
            known = new ArrayList<>();
            for (Value write : writes.getOrDefault(field, List.of())) {
                known.addAll(before(write.method, write.at, 0));
            }
            written.put(field, known);
        }
        return Collections.unmodifiableList(known);
    }

    /** All instructions that read a field. */
    List<Value> reads(FieldInsnNode field) {
        index();
        return Collections.unmodifiableList(reads.getOrDefault(new Field(field), List.of()));
    }

    /** Indexes the methods that were reached since the last time. */
    private void index() {
        List<Reach.Method> all = reach.methods();
        if (indexed < all.size()) {
            written.clear();
        }
        for (; indexed < all.size(); indexed++) {
            Reach.Method method = all.get(indexed);
            for (AbstractInsnNode at : method.node().instructions) {
                if (at instanceof MethodInsnNode call) {
                    add(calls, call.name + call.desc, new Value(method, at));
                } else if (at instanceof FieldInsnNode access) {
                    boolean gets =
                            at.getOpcode() == Opcodes.GETFIELD
                                    || at.getOpcode() == Opcodes.GETSTATIC;
                    add(gets ? reads : writes, new Field(access), new Value(method, at));
                }
            }
        }
    }

    private static <K> void add(Map<K, List<Value>> index, K key, Value value) {
        index.computeIfAbsent(key, any -> new ArrayList<>()).add(value);
    }

    private List<Value> returned(MethodInsnNode call) throws UnreadableException {
        List<Value> all = new ArrayList<>();
        for (Reach.Method target : targets(call)) {
            for (AbstractInsnNode at : target.node().instructions) {
                if (at.getOpcode() == Opcodes.ARETURN) {
                    all.addAll(before(target, at, 0));
                }
            }
        }
        return all;
    }

    /** The job's own methods that may be the targets of a call. */
    List<Reach.Method> targets(MethodInsnNode call) throws UnreadableException {
        if (call.getOpcode() == Opcodes.INVOKEVIRTUAL
                || call.getOpcode() == Opcodes.INVOKEINTERFACE) {
            return reach.targets(call.owner, call.name, call.desc);
        }
        Reach.Method declared = reach.declared(call.owner, call.name, call.desc);
        return declared == null ? List.of() : List.of(declared);
    }
}
