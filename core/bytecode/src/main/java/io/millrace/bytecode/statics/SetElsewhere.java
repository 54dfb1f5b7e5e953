package io.millrace.bytecode.statics;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.file.UnreadableClassException;
import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Looks for statics that tasks read and that code outside their reach sets, such as a driver's: a
 * scan does not know the object. Only code in the same jar or directory as the static counts. Used
 * by one scan.
 */
final class SetElsewhere {

    private final ClassFiles files;
    private final Reach reach;
    private final Places places;
    private final Predicate<String> among;
    private final Set<String> reached = new HashSet<>();

    /** The statics, with a method that reads each. */
    private final Map<Static, Reach.Method> read = new HashMap<>();

    private record Static(String owner, String name) {

        @Override
        public String toString() {
            return owner.replace('/', '.') + "." + name;
        }
    }

    /**
     * A search.
     *
     * @param among the classes that tasks share with such code, by names with dots
     */
    SetElsewhere(ClassFiles files, Reach reach, Places places, Predicate<String> among) {
        this.files = files;
        this.reach = reach;
        this.places = places;
        this.among = among;
    }

    /** The first such assignment, for display; null if there is none. */
    @Nullable String find() throws UnreadableException {
        Set<String> where = new LinkedHashSet<>();
        for (Reach.Method method : reach.methods()) {
            reached.add(key(method.type(), method.node()));
            for (AbstractInsnNode at : method.node().instructions) {
                if (at.getOpcode() == Opcodes.GETSTATIC) {
                    Static found = unknown((FieldInsnNode) at);
                    if (found != null && read.putIfAbsent(found, method) == null) {
                        where.add(places.of(found.owner));
                    }
                }
            }
        }
        where.remove("");
        for (String place : where) {
            for (String name : places.classes(place)) {
                String found = mentions(name) ? assignment(name) : null;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static String key(ClassNode type, MethodNode method) {
        return type.name + '.' + method.name + method.desc;
    }

    /** The static that an instruction reads, if an assignment may change its type; else null. */
    private @Nullable Static unknown(FieldInsnNode access) throws UnreadableException {
        Type type = Type.getType(access.desc);
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        ClassNode owner =
                ConstantTypes.contains(element) ? null : files.declaring(access.owner, access.name);
        FieldNode field = owner == null ? null : ClassFiles.field(owner, access.name);
        return owner == null
                        || field == null
                        || (field.access & Opcodes.ACC_FINAL) != 0
                        || !among.test(owner.name.replace('/', '.'))
                ? null
                : new Static(owner.name, field.name);
    }

    /** Whether a class file names one of the statics, without a look at its code. */
    private boolean mentions(String type) throws UnreadableException {
        ClassFile file = files.file(type);
        Set<String> names = new HashSet<>();
        read.keySet().forEach(each -> names.add(each.name));
        boolean[] found = new boolean[1];
        try {
            if (file != null) {
                file.references(
                        new ClassFile.References() {
                            @Override
                            public void type(String name) {}

                            @Override
                            public void member(String owner, String name, String descriptor) {
                                found[0] |= names.contains(name);
                            }
                        });
            }
        } catch (UnreadableClassException e) {
            throw new UnreadableException(type + " could not be read: " + e);
        }
        return found[0];
    }

    private @Nullable String assignment(String name) throws UnreadableException {
        ClassNode type = files.unreached(name);
        if (type == null) {
            return null;
        }
        for (MethodNode method : type.methods) {
            if (!reached.contains(key(type, method))) {
                String found = assignment(new Reach.Method(type, method));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private @Nullable String assignment(Reach.Method method) throws UnreadableException {
        for (AbstractInsnNode at : method.node().instructions) {
            if (at.getOpcode() == Opcodes.PUTSTATIC) {
                FieldInsnNode access = (FieldInsnNode) at;
                Static field = unknown(access);
                Reach.Method reader = field == null ? null : read.get(field);
                if (reader != null && !isKnown(method, access)) {
                    return "static " + field + ", which " + reader + " reads, is set in " + method;
                }
            }
        }
        return null;
    }

    /** Whether reading does not change the object that a method assigns. */
    private boolean isKnown(Reach.Method method, FieldInsnNode assigned)
            throws UnreadableException {
        for (AbstractInsnNode from : Uses.in(method).sources(assigned, 0)) {
            boolean known =
                    from.getOpcode() == Opcodes.ACONST_NULL
                            || (from.getOpcode() == Opcodes.NEW
                                    && isKnown(method, ((TypeInsnNode) from).desc));
            if (!known) {
                return false;
            }
        }
        return true;
    }

    private boolean isKnown(Reach.Method method, String type) {
        if (reach.creates(type)) {
            return true;
        }
        for (AbstractInsnNode at : method.node().instructions) {
            if (at instanceof MethodInsnNode call && ForeignTypes.inOrderOfAccess(call)) {
                return false;
            }
        }
        return !files.ours(type) && ReadingCalls.harmless(type);
    }
}
