package io.millrace.bytecode.statics;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import io.millrace.bytecode.statics.Values.Value;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Adds the classes whose objects arrive in tasks although no instruction names them: out of
 * serialized data, or by a computed name. All classes of the jars and directories that the tasks'
 * code comes from may arrive, as far as the {@link Opening} admits their type. {@code
 * docs/decisions/mutable-statics.md} explains the rules. Used by one scan.
 */
final class Arrivals {

    private static final String OBJECT = "java/lang/Object";
    private static final String SERIALIZABLE = "java/io/Serializable";
    private static final String WRITABLE = "org/apache/hadoop/io/Writable";
    private static final int NO_OBJECTS = Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE;

    /** Methods by which objects take part in reading themselves. */
    private static final Set<String> READING =
            Set.of(
                    "readObject(Ljava/io/ObjectInputStream;)V",
                    "readObjectNoData()V",
                    "readResolve()Ljava/lang/Object;");

    /** Methods that say nothing about the use of an object. */
    private static final Set<String> OF_ALL_OBJECTS =
            Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");

    /** Types whose objects tasks may fill with names of classes. */
    private static final Pattern FILLS =
            Pattern.compile("org/apache/hadoop/(conf/Configuration|mapred/JobConf)");

    private static final Pattern FILLED = Pattern.compile("addResource|readFields");
    private static final Set<String> SET = Set.of("set", "setIfUnset", "setStrings");
    private static final Set<String> OF_A_FILE =
            Set.of("(Ljava/lang/String;)V", "(Lorg/apache/hadoop/fs/Path;)V");

    /** The openings that create serialized lambdas, with the class that has the code of each. */
    private static final Set<Opening> LAMBDAS = Set.of(Opening.SERIALIZED, Opening.DATA);

    private static final Pattern SETTER = Pattern.compile("set[A-Z].*");

    private final ClassLoader loader;
    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Reach reach;
    private final Values values;
    private final ForeignMethods foreign;
    private final Map<String, Optional<Opening>> kinds = new HashMap<>();
    private final List<Value> fills = new ArrayList<>();
    private final Places places;

    /** The ways in which objects come in, with a call for each, for display. */
    private final Map<Way, String> ways = new LinkedHashMap<>();

    private final Map<String, Declared> declared = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    /**
     * A way for objects to come in.
     *
     * @param type the supertype of all of them
     */
    private record Way(Opening opening, String type) {

        String in(String place) {
            return opening + " " + type + " " + place;
        }
    }

    /** The methods that a class declares, by name and descriptor, with access flags. */
    private record Declared(int access, Map<String, Integer> methods) {}

    Arrivals(
            ClassLoader loader,
            ClassFiles files,
            Supertypes supertypes,
            Reach reach,
            Values values,
            Places places) {
        this.loader = loader;
        this.files = files;
        this.supertypes = supertypes;
        this.reach = reach;
        this.values = values;
        this.places = places;
        this.foreign = new ForeignMethods(loader, supertypes, files);
    }

    /** Adds all of them, and everything that follows from them. */
    void add() throws UnreadableException {
        Map<Value, Opening> openings = new LinkedHashMap<>();
        int looked = 0;
        while (looked < reach.methods().size()) {
            for (; looked < reach.methods().size(); looked++) {
                find(reach.methods().get(looked), openings);
            }
            for (Map.Entry<Value, Opening> each : openings.entrySet()) {
                admit(each.getValue(), each.getKey());
            }
        }
        if (initializersRun(
                openings.keySet().stream().map(Value::method).collect(Collectors.toSet()))) {
            reach.arriveInStatics();
        }
    }

    private void find(Reach.Method method, Map<Value, Opening> openings) {
        for (AbstractInsnNode at : method.node().instructions) {
            Called called = Called.in(at);
            Opening opening = called == null ? null : opening(called);
            if (opening != null) {
                openings.put(new Value(method, at), opening);
            }
            if (at instanceof MethodInsnNode call && FILLS.matcher(call.owner).matches()) {
                fills.add(new Value(method, at));
            }
        }
    }

    private @Nullable Opening opening(Called called) {
        return kinds.computeIfAbsent(
                        called.toString(),
                        name ->
                                Optional.ofNullable(
                                        Opening.of(called.owner(), called.name(), supertypes)))
                .orElse(null);
    }

    /** Whether tasks put values into configurations that the scan does not know. */
    private boolean fillConfigurations() throws UnreadableException {
        for (Value each : fills) {
            MethodInsnNode call = (MethodInsnNode) each.at();
            int arguments = Type.getArgumentTypes(call.desc).length;
            if (FILLED.matcher(call.name).matches()
                    || (call.name.equals("<init>") && OF_A_FILE.contains(call.desc))) {
                return true;
            }
            if (SET.contains(call.name) && arguments > 1) {
                for (Value value : values.argument(each, 1)) {
                    if (!(value.at() instanceof LdcInsnNode)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private void admit(Opening opening, Value call) throws UnreadableException {
        Called called = Objects.requireNonNull(Called.in(call.at()));
        String by = called.shown() + " in " + call.method();
        if (!(call.at() instanceof MethodInsnNode)) {
            admitAny(opening, by);
            return;
        }
        switch (opening) {
            case SERIALIZED -> admit(new Way(opening, SERIALIZABLE), by);
            case WRITABLE -> admit(new Way(opening, WRITABLE), by);
            case DATA, SCRIPT -> admit(new Way(opening, OBJECT), by);
            case NAMED -> {
                if (!hasAll(new Way(opening, OBJECT))
                        && !new KnownNames(values, !fillConfigurations()).all(call)) {
                    admitCast(call, by);
                }
            }
            case CONFIGURED -> {
                if (fillConfigurations()) {
                    admitCast(call, by);
                }
            }
            case INSTANCES -> {
                if (fillConfigurations()) {
                    for (Value type : values.argument(call, 1)) {
                        admit(new Way(Opening.NAMED, literal(type.at())), by);
                    }
                }
            }
            case SERVICE -> {
                for (Value each : values.argument(call, 0)) {
                    providers(each.at(), by);
                }
            }
        }
    }

    /** Admits objects of a class that code found, as far as the code can use them. */
    private void admitCast(Value call, String by) throws UnreadableException {
        for (String type : new CastTypes(supertypes, values).of(call)) {
            admit(new Way(Opening.NAMED, type), by);
        }
    }

    /** A reference to such a method: the objects that it creates are not followed. */
    private void admitAny(Opening opening, String by) throws UnreadableException {
        switch (opening) {
            case SERIALIZED -> admit(new Way(opening, SERIALIZABLE), by);
            case WRITABLE -> admit(new Way(opening, WRITABLE), by);
            case CONFIGURED, INSTANCES -> {
                if (fillConfigurations()) {
                    admit(new Way(Opening.NAMED, OBJECT), by);
                }
            }
            default -> admit(new Way(opening, OBJECT), by);
        }
    }

    /** The class of a class literal; {@code Object} for other instructions. */
    private static String literal(AbstractInsnNode at) {
        return at instanceof LdcInsnNode constant && constant.cst instanceof Type type
                ? type.getInternalName()
                : OBJECT;
    }

    /** Whether class initializers run one of these methods: it may put objects into statics. */
    private boolean initializersRun(Set<Reach.Method> wanted) throws UnreadableException {
        Set<Reach.Method> all = new HashSet<>();
        Deque<Reach.Method> waiting = new ArrayDeque<>();
        if (!wanted.isEmpty()) {
            reach.methods().stream().filter(Reach.Method::initializer).forEach(waiting::add);
        }
        for (Reach.Method next = waiting.poll(); next != null; next = waiting.poll()) {
            if (wanted.contains(next)) {
                return true;
            }
            if (all.add(next)) {
                addCalled(next, waiting);
            }
        }
        return false;
    }

    private void addCalled(Reach.Method from, Deque<Reach.Method> to) throws UnreadableException {
        for (AbstractInsnNode at : from.node().instructions) {
            if (at instanceof MethodInsnNode call) {
                to.addAll(values.targets(call));
            } else if (at instanceof InvokeDynamicInsnNode made) {
                for (Object each : made.bsmArgs) {
                    Reach.Method body =
                            each instanceof Handle called
                                    ? reach.declared(
                                            called.getOwner(), called.getName(), called.getDesc())
                                    : null;
                    if (body != null) {
                        to.add(body);
                    }
                }
            }
        }
    }

    private void admit(Way way, String by) throws UnreadableException {
        ways.putIfAbsent(way, by);
        for (String place : places.reached()) {
            if (done.add(way.in(place))) {
                for (String name : places.classes(place)) {
                    if (admits(way, name)) {
                        arrive(way.opening, name, by);
                    }
                    if (LAMBDAS.contains(way.opening) && supertypes.hasLambdas(name)) {
                        reach.arriveLambdas(name, foreign);
                    }
                }
            }
        }
    }

    /** Whether all classes have come in that way, so that no other call adds any. */
    private boolean hasAll(Way way) {
        return places.reached().stream().map(way::in).allMatch(done::contains);
    }

    /**
     * A call that may create objects of a class in a jar or directory of the client's that the scan
     * has not looked at, for display; null if there is none. At most {@link ClassFiles#MOST} such
     * classes are looked at: if the client has more, the others may be of any type.
     */
    @Nullable String elsewhere() throws UnreadableException {
        int looked = 0;
        for (String place : ways.isEmpty() ? Set.<String>of() : places.others()) {
            for (String name : places.ofOurPackages(place)) {
                ClassFiles.checkWanted();
                String by = places.of(name).equals(place) ? admitting(name) : null;
                if (by != null) {
                    return by + " may create objects of " + shown(name) + in(place);
                }
                if (++looked > ClassFiles.MOST) {
                    return ways.values().iterator().next()
                            + " may create objects of classes"
                            + in(place);
                }
            }
        }
        return null;
    }

    private static String shown(String name) {
        return name.replace('/', '.');
    }

    private static String in(String place) {
        return " in " + Places.path(place);
    }

    /** The call by which useful objects of a class may come in, for display; null if none. */
    private @Nullable String admitting(String name) throws UnreadableException {
        for (Map.Entry<Way, String> each : ways.entrySet()) {
            Way way = each.getKey();
            if (admits(way, name) && (files.ours(way.type) || isUsed(way.opening, name))) {
                return each.getValue();
            }
        }
        return null;
    }

    /** Whether anything runs a method of a class whose objects arrive. */
    private boolean isUsed(Opening opening, String name) throws UnreadableException {
        for (Map.Entry<String, Integer> each : declared(name).methods.entrySet()) {
            String method = each.getKey();
            boolean own =
                    (each.getValue() & Opcodes.ACC_STATIC) == 0
                            && !method.startsWith("<")
                            && !OF_ALL_OBJECTS.contains(method);
            if (own
                    && (reach.calls(method)
                            || foreign.declares(name, method)
                            || enters(opening, name, method, true))) {
                return true;
            }
        }
        return false;
    }

    private boolean admits(Way way, String name) throws UnreadableException {
        return (way.type.equals(OBJECT) || supertypes.isA(name, way.type))
                && supertypes.complete(name)
                && (declared(name).access & NO_OBJECTS) == 0;
    }

    /** The class arrives, with the part of the object that each of its superclasses makes up. */
    private void arrive(Opening opening, String name, String by) throws UnreadableException {
        if (!done.add(opening + name)) {
            return;
        }
        Set<String> inherited = new LinkedHashSet<>();
        Set<String> entered = new LinkedHashSet<>();
        for (String each : supertypes.of(name)) {
            if (files.ours(each)) {
                for (Map.Entry<String, Integer> method : declared(each).methods.entrySet()) {
                    boolean ofObject = (method.getValue() & Opcodes.ACC_STATIC) == 0;
                    if (ofObject && !method.getKey().startsWith("<")) {
                        inherited.add(method.getKey());
                    }
                    if (each.equals(name) && enters(opening, name, method.getKey(), ofObject)) {
                        entered.add(method.getKey());
                    }
                }
            }
        }
        for (String method : inherited) {
            if (foreign.declares(name, method)) {
                entered.add(method);
            }
        }
        reach.arrive(name, inherited, entered, by);
        for (String each : supertypes.of(name)) {
            if (files.ours(each)) {
                arrive(opening, each, by);
            }
        }
    }

    /** Whether data or a name is enough to run a method. */
    private boolean enters(Opening opening, String owner, String method, boolean ofObject) {
        if (method.equals("<clinit>()V") || opening == Opening.SCRIPT) {
            return true;
        }
        if (!ofObject) {
            return false;
        }
        if (method.startsWith("<init>")) {
            return opening != Opening.SERIALIZED || constructed(owner);
        }
        return READING.contains(method)
                || (opening == Opening.DATA && SETTER.matcher(method).matches());
    }

    /** Whether Java's serialization calls a constructor for that part of an object. */
    private boolean constructed(String type) {
        return !supertypes.isA(type, "java/io/Serializable")
                || supertypes.isA(type, "java/io/Externalizable")
                || supertypes.isA(type, "java/lang/Record");
    }

    private Declared declared(String name) throws UnreadableException {
        Declared known = declared.get(name);
        if (known == null) {
            known = read(name);
            declared.put(name, known);
        }
        return known;
    }

    private Declared read(String name) throws UnreadableException {
        try {
            ClassFile file = ClassFile.find(loader, name);
            return file == null
                    ? new Declared(NO_OBJECTS, Map.of())
                    : new Declared(file.access(), file.methods());
        } catch (IOException | RuntimeException e) {
            throw new UnreadableException(
                    "the class file of " + name.replace('/', '.') + " could not be read: " + e);
        }
    }

    /** Adds the providers of a service; all classes, if the service is not a constant. */
    private void providers(AbstractInsnNode service, String by) throws UnreadableException {
        if (service instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
            for (String name : Services.of(loader, type.getClassName())) {
                reach.add(name.replace('.', '/'));
            }
        } else {
            admit(new Way(Opening.SERVICE, OBJECT), by);
        }
    }
}
