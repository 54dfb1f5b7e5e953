package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Looks for a static that tasks change: a reachable method assigns it, or changes or may change its
 * object. Statics that tasks only read do not count, whatever their type. {@code
 * docs/decisions/mutable-statics.md} explains the rules.
 */
final class MutableStatics {

    private final ClassFiles files;
    private final Reach reach;
    private final Values values;
    private final Predicate<String> among;
    private final boolean left;
    private final Constants constants;
    private final CalledMethods calls;
    private final Map<String, Boolean> constant = new HashMap<>();

    /**
     * A search.
     *
     * @param among the classes whose statics are checked, by names with dots; other classes are
     *     only followed
     * @param left whether to report also what a task leaves to a later one
     */
    MutableStatics(
            ClassFiles files,
            Supertypes supertypes,
            Reach reach,
            Values values,
            Predicate<String> among,
            boolean left) {
        this.files = files;
        this.reach = reach;
        this.values = values;
        this.among = among;
        this.left = left;
        this.constants = new Constants(files, supertypes, reach);
        this.calls = new CalledMethods(files, supertypes, reach, values, constants, false);
    }

    /** The result, for display; null if there is none. */
    @Nullable String find() throws UnreadableException {
        for (Reach.Method method : reach.methods()) {
            ClassFiles.checkWanted();
            String found = findIn(method);
            if (found != null) {
                String by = reach.arrival(method.type());
                return by == null ? found : found + ", whose objects arrive by " + by;
            }
        }
        return null;
    }

    private @Nullable String findIn(Reach.Method method) throws UnreadableException {
        if ((method.node().access & Opcodes.ACC_NATIVE) != 0) {
            return method + " is native";
        }
        if (CalledMethods.got(method) != null) {
            return null; // its callers are checked instead
        }
        for (AbstractInsnNode at : method.node().instructions) {
            FieldInsnNode access =
                    at instanceof FieldInsnNode field
                            ? field
                            : at instanceof MethodInsnNode call ? calls.got(call) : null;
            String found = access == null ? null : findIn(method, at, access);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * The problem with one access to a field in {@code method}, if the field is static; else null.
     */
    private @Nullable String findIn(Reach.Method method, AbstractInsnNode at, FieldInsnNode access)
            throws UnreadableException {
        if (access.getOpcode() == Opcodes.PUTFIELD) {
            return findInConstant(method, access);
        }
        boolean set = access.getOpcode() == Opcodes.PUTSTATIC;
        if ((!set && access.getOpcode() != Opcodes.GETSTATIC) || generated(access)) {
            return null;
        }
        ClassNode owner = files.declaring(access.owner, access.name);
        if (owner == null
                || !among.test(name(owner))
                || (method.initializer() && method.type().name.equals(owner.name))) {
            return null;
        }
        String field = "static " + name(owner) + "." + access.name;
        if (set) {
            return field + " is set in " + method;
        }
        if (left && ConstantTypes.keeps(Type.getType(access.desc))) {
            return field + " is used in " + method;
        }
        return constant(owner, access) || values.in(method).onlyLooks(at, false, calls)
                ? null
                : field + " may be changed in " + method;
    }

    /** The constants of an enum are statics, no matter how tasks reach them. */
    private @Nullable String findInConstant(Reach.Method method, FieldInsnNode access)
            throws UnreadableException {
        ClassNode owner = files.declaring(access.owner, access.name);
        boolean constants = false;
        for (ClassNode at = owner; at != null && !constants; at = files.superclass(at)) {
            constants = (at.access & Opcodes.ACC_ENUM) != 0;
        }
        return owner == null
                        || !constants
                        || !among.test(name(owner))
                        || method.node().name.equals("<init>")
                ? null
                : "field " + name(owner) + "." + access.name + " of an enum is set in " + method;
    }

    private static String name(ClassNode type) {
        return type.name.replace('/', '.');
    }

    private boolean constant(ClassNode owner, FieldInsnNode access) throws UnreadableException {
        String key = owner.name + "." + access.name;
        Boolean known = constant.get(key);
        if (known == null) {
            FieldNode field = ClassFiles.field(owner, access.name);
            known = field != null && constants.holds(owner, field);
            constant.put(key, known);
        }
        return known;
    }

    /** Whether the field was generated by a compiler or coverage tool. */
    private static boolean generated(FieldInsnNode access) {
        return access.name.startsWith("class$")
                || access.name.startsWith("$jacoco")
                || access.name.equals("$VALUES")
                || access.name.equals("ENUM$VALUES");
    }
}
