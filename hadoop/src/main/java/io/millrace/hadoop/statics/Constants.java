package io.millrace.hadoop.statics;

import io.millrace.hadoop.statics.ClassFiles.UnreadableException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Tells which statics hold what cannot be changed, whoever gets hold of it. Used by one scan. */
final class Constants {

    private static final Set<String> UNCHANGING_FACTORIES =
            Set.of("java/util/Comparator", "java/util/function/Function");

    private final ClassFiles files;

    Constants(ClassFiles files) {
        this.files = files;
    }

    /** Whether the object in that static, set where its class is initialized, cannot change. */
    boolean holds(ClassNode owner, FieldNode field) throws UnreadableException {
        Type declared = Type.getType(field.desc);
        if (ConstantTypes.contains(declared)) {
            return true;
        }
        if (declared.getSort() != Type.OBJECT) {
            return false;
        }
        boolean last = (field.access & Opcodes.ACC_FINAL) != 0;
        AbstractInsnNode source = last ? source(owner, field) : null;
        if (source instanceof InvokeDynamicInsnNode function) {
            return Type.getArgumentTypes(function.desc).length == 0;
        }
        if (source instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
            return made.desc.equals("java/lang/Object")
                    || unchanging(made.desc, true, new HashSet<>());
        }
        if (source instanceof MethodInsnNode call && UNCHANGING_FACTORIES.contains(call.owner)) {
            return true;
        }
        return unchanging(declared.getInternalName(), false, new HashSet<>());
    }

    /** The one instruction that the static's first value comes from, if that is clear. */
    private @Nullable AbstractInsnNode source(ClassNode owner, FieldNode field)
            throws UnreadableException {
        MethodNode initializer = ClassFiles.method(owner, Reach.INITIALIZER, "()V");
        FieldInsnNode only = null;
        if (initializer != null) {
            for (AbstractInsnNode at : initializer.instructions) {
                if (at.getOpcode() == Opcodes.PUTSTATIC
                        && at instanceof FieldInsnNode write
                        && write.name.equals(field.name)
                        && write.owner.equals(owner.name)) {
                    if (only != null) {
                        return null;
                    }
                    only = write;
                }
            }
        }
        return initializer == null || only == null
                ? null
                : Uses.in(new Reach.Method(owner, initializer)).source(only);
    }

    /**
     * Whether objects of a class of the job's own cannot change: all fields final, and of such
     * types themselves.
     *
     * @param exactly whether it is this class and no subclass of it
     */
    private boolean unchanging(String name, boolean exactly, Set<String> asked)
            throws UnreadableException {
        if (ConstantTypes.contains(name)) {
            return true;
        }
        ClassNode type = files.find(name);
        if (type == null || !asked.add(name)) {
            return type != null;
        }
        boolean last = (type.access & Opcodes.ACC_FINAL) != 0;
        boolean constants = (type.access & Opcodes.ACC_ENUM) != 0;
        if (!exactly && !last && !constants) {
            return false;
        }
        for (ClassNode at = type; at != null; at = files.superclass(at)) {
            if (!fieldsUnchanging(at, asked) || !rooted(at)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether nothing is known to be in the superclass but what the job's own classes put there.
     */
    private boolean rooted(ClassNode type) throws UnreadableException {
        return type.superName == null
                || type.superName.equals("java/lang/Object")
                || type.superName.equals("java/lang/Enum")
                || type.superName.equals("java/lang/Record")
                || files.find(type.superName) != null;
    }

    private boolean fieldsUnchanging(ClassNode type, Set<String> asked) throws UnreadableException {
        for (FieldNode field : type.fields) {
            if ((field.access & Opcodes.ACC_STATIC) != 0) {
                continue;
            }
            Type fieldType = Type.getType(field.desc);
            boolean constant =
                    ConstantTypes.contains(fieldType)
                            || (fieldType.getSort() == Type.OBJECT
                                    && unchanging(fieldType.getInternalName(), false, asked));
            if (!constant || !setOnce(type, field)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a field is final, or might as well be. */
    private boolean setOnce(ClassNode type, FieldNode field) throws UnreadableException {
        if ((field.access & Opcodes.ACC_FINAL) != 0) {
            return true;
        }
        if ((field.access & Opcodes.ACC_PRIVATE) == 0 || sets(type, type, field)) {
            return false;
        }
        for (InnerClassNode nested : type.innerClasses) { // they see what is private
            ClassNode other = files.find(nested.name);
            if (other != null && other != type && sets(other, type, field)) {
                return false;
            }
        }
        ClassNode outer = type.nestHostClass == null ? null : files.find(type.nestHostClass);
        return outer == null || !sets(outer, type, field);
    }

    /**
     * Whether methods of {@code by}, constructors of the field's own class aside, set the field.
     */
    private static boolean sets(ClassNode by, ClassNode owner, FieldNode field) {
        for (MethodNode method : by.methods) {
            if (by == owner && method.name.equals("<init>")) {
                continue;
            }
            for (AbstractInsnNode at : method.instructions) {
                if (at.getOpcode() == Opcodes.PUTFIELD
                        && at instanceof FieldInsnNode write
                        && write.name.equals(field.name)
                        && write.owner.equals(owner.name)) {
                    return true;
                }
            }
        }
        return false;
    }
}
