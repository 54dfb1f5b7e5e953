package io.millrace.hadoop.statics;

import io.millrace.hadoop.statics.ClassFiles.UnreadableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Looks for a static that tasks change: one that a method they can come to assigns, or one whose
 * object such a method changes or may change. A static that tasks only look at is none, whatever
 * its type; {@code docs/decisions/mutable-statics.md} says what is taken for what, and why.
 */
public final class MutableStatics {

    private final ClassFiles files;
    private final Constants constants;
    private final Map<String, Boolean> constant = new HashMap<>();

    private MutableStatics(
            ClassLoader loader, Predicate<String> framework, Predicate<String> shared) {
        this.files = new ClassFiles(loader, framework, shared);
        this.constants = new Constants(files);
    }

    /** The classes that a job's configuration names and that are not the framework's. */
    public static Set<String> named(
            Configuration conf, ClassLoader loader, Predicate<String> framework) {
        Set<String> names = ClassNames.in(conf);
        names.removeIf(framework);
        names.removeIf(name -> loader.getResource(name.replace('.', '/') + ".class") == null);
        return names;
    }

    /**
     * Looks through what the tasks can come to.
     *
     * @param classes names of the classes that tasks have objects of
     * @param framework which names are nobody's own, and not looked into
     * @param shared which of the others' statics are looked for; the rest is only led through
     * @return what was found, for people; null if there is none
     */
    public static @Nullable String find(
            Collection<String> classes,
            ClassLoader loader,
            Predicate<String> framework,
            Predicate<String> shared) {
        return new MutableStatics(loader, framework, shared).find(classes);
    }

    private @Nullable String find(Collection<String> classes) {
        try {
            Reach reach = new Reach(files);
            for (String name : classes) {
                reach.add(name.replace('.', '/'));
            }
            CalledMethods calls = new CalledMethods(files, reach);
            for (Reach.Method method : reach.methods()) {
                String found = findIn(method, calls);
                if (found != null) {
                    return found;
                }
            }
            return null;
        } catch (UnreadableException e) {
            return e.getMessage();
        }
    }

    private @Nullable String findIn(Reach.Method method, CalledMethods calls)
            throws UnreadableException {
        if ((method.node().access & Opcodes.ACC_NATIVE) != 0) {
            return method + " is native";
        }
        if (CalledMethods.got(method) != null) {
            return null; // whoever calls it is asked instead
        }
        for (AbstractInsnNode at : method.node().instructions) {
            FieldInsnNode access =
                    at instanceof FieldInsnNode field
                            ? field
                            : at instanceof MethodInsnNode call ? calls.got(call) : null;
            String found = access == null ? null : findIn(method, at, access, calls);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** What is wrong with one access to a field in {@code method}, if it is to a static. */
    private @Nullable String findIn(
            Reach.Method method, AbstractInsnNode at, FieldInsnNode access, CalledMethods calls)
            throws UnreadableException {
        boolean set = access.getOpcode() == Opcodes.PUTSTATIC;
        if ((!set && access.getOpcode() != Opcodes.GETSTATIC) || generated(access)) {
            return null;
        }
        ClassNode owner = files.declaring(access.owner, access.name);
        if (owner == null
                || !files.shared(owner)
                || (method.initializer() && method.type().name.equals(owner.name))) {
            return null;
        }
        String field = "static " + owner.name.replace('/', '.') + "." + access.name;
        if (set) {
            return field + " is set in " + method;
        }
        return constant(owner, access) || calls.in(method).onlyLooks(at, calls)
                ? null
                : field + " may be changed in " + method;
    }

    private boolean constant(ClassNode owner, FieldInsnNode access) throws UnreadableException {
        String key = owner.name + "." + access.name;
        Boolean known = constant.get(key);
        if (known == null) {
            FieldNode field = ClassFiles.field(owner, access.name);
            known =
                    ConstantTypes.contains(Type.getType(access.desc))
                            || (field != null && constants.holds(owner, field));
            constant.put(key, known);
        }
        return known;
    }

    /** What compilers and coverage tools add. */
    private static boolean generated(FieldInsnNode access) {
        return access.name.startsWith("class$") || access.name.startsWith("$jacoco");
    }
}
