package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The types of the JDK and of libraries that a job's code creates objects of, or gets from unknown
 * methods, and that even reading may change: a {@link java.util.LinkedHashMap} in access order, a
 * {@link java.util.WeakHashMap}, a library's own map. If none of a type's subtypes is one of these,
 * reading an object of that type does not change it. Used by one scan.
 */
final class ForeignTypes {

    private static final String LINKED_MAP = "java/util/LinkedHashMap";

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Set<String> moving = new LinkedHashSet<>();
    private final Map<String, Boolean> known = new HashMap<>();

    /** Scans all classes read so far, even those that tasks do not reach: a driver sets statics. */
    ForeignTypes(ClassFiles files, Supertypes supertypes) throws UnreadableException {
        this.files = files;
        this.supertypes = supertypes;
        for (ClassNode type : List.copyOf(files.all())) {
            if (type.superName != null) {
                add(type.superName);
            }
            for (MethodNode method : type.methods) {
                for (AbstractInsnNode at : method.instructions) {
                    read(at);
                }
            }
        }
    }

    /** Whether reading may change an object of exactly that class. */
    boolean move(String type) {
        return moving.contains(type);
    }

    /** Whether reading may change an object whose declared type is {@code type}. */
    boolean moveBehind(String type) {
        return known.computeIfAbsent(
                type, owner -> moving.stream().anyMatch(each -> supertypes.isA(each, owner)));
    }

    private void read(AbstractInsnNode at) throws UnreadableException {
        if (at instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
            add(made.desc);
        } else if (at instanceof MethodInsnNode call) {
            if (inOrderOfAccess(call)) {
                moving.add(LINKED_MAP);
            }
            Type result = Type.getReturnType(call.desc);
            if (result.getSort() == Type.OBJECT
                    && !ReadingCalls.harmless(call.owner)
                    && !call.owner.startsWith("java/")
                    && files.find(call.owner) == null) {
                add(result.getInternalName(), call.owner);
            }
        }
    }

    /** Whether a call creates a map that even reading changes. */
    static boolean inOrderOfAccess(MethodInsnNode call) {
        return call.owner.equals(LINKED_MAP)
                && call.desc.equals("(IFZ)V")
                && (call.getPrevious() == null
                        || call.getPrevious().getOpcode() != Opcodes.ICONST_0);
    }

    private void add(String made) throws UnreadableException {
        add(made, made);
    }

    /**
     * Adds a type.
     *
     * @param by the class that decides whether its objects are harmless: their own class, or their
     *     creator
     */
    private void add(String type, String by) throws UnreadableException {
        if (!type.equals("java/lang/Object")
                && !ReadingCalls.harmless(by)
                && !ConstantTypes.contains(type)
                && files.find(type) == null) {
            moving.add(type);
        }
    }
}
