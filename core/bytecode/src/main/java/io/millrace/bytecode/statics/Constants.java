package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
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
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Recognizes statics whose values cannot change. Used by one scan. */
final class Constants {

    private static final Set<String> UNCHANGING_FACTORIES =
            Set.of("java/util/Comparator", "java/util/function/Function");

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Reach reach;

    Constants(ClassFiles files, Supertypes supertypes, Reach reach) {
        this.files = files;
        this.supertypes = supertypes;
        this.reach = reach;
    }

    /** Whether the object in that static, set in the class initializer, cannot change. */
    boolean holds(ClassNode owner, FieldNode field) throws UnreadableException {
        Type declared = Type.getType(field.desc);
        if (ConstantTypes.contains(declared)) {
            return declared.getSort() != Type.OBJECT || noneChange(declared.getInternalName());
        }
        if (declared.getSort() != Type.OBJECT) {
            return false;
        }
        AbstractInsnNode source = source(owner, field);
        if (source instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
            return made.desc.equals("java/lang/Object")
                    || unchanging(made.desc, true, new HashSet<>());
        }
        return function(owner, source)
                || unchanging(declared.getInternalName(), false, new HashSet<>());
    }

    /** Whether no class of the job makes an immutable type mutable. */
    private boolean noneChange(String name) throws UnreadableException {
        for (ClassNode type : reach.types()) {
            if (supertypes.isA(type.name, name) && !unchanging(type.name, true, new HashSet<>())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value was created only from methods, without captured values. */
    private boolean function(ClassNode owner, @Nullable AbstractInsnNode source)
            throws UnreadableException {
        if (source instanceof InvokeDynamicInsnNode made) {
            return Type.getArgumentTypes(made.desc).length == 0;
        }
        if (source instanceof FieldInsnNode read) {
            ClassNode declaring = files.declaring(read.owner, read.name);
            FieldNode field = declaring == null ? null : ClassFiles.field(declaring, read.name);
            return field != null && ConstantTypes.contains(Type.getType(field.desc));
        }
        if (!(source instanceof MethodInsnNode call)
                || !UNCHANGING_FACTORIES.contains(call.owner)) {
            return source instanceof LdcInsnNode;
        }
        int values =
                Type.getArgumentTypes(call.desc).length
                        + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
        for (int i = 0; i < values; i++) {
            if (!function(owner, onlySource(owner, call, i))) {
                return false;
            }
        }
        return true;
    }

    /** The exact class of the object in a static, by internal name, if it is certain. */
    @Nullable String made(FieldInsnNode read) throws UnreadableException {
        ClassNode owner = files.declaring(read.owner, read.name);
        FieldNode field = owner == null ? null : ClassFiles.field(owner, read.name);
        return owner != null
                        && field != null
                        && source(owner, field) instanceof TypeInsnNode made
                        && made.getOpcode() == Opcodes.NEW
                ? made.desc
                : null;
    }

    /** The instruction that the static's only value comes from, if it is certain. */
    private @Nullable AbstractInsnNode source(ClassNode owner, FieldNode field)
            throws UnreadableException {
        MethodNode initializer = ClassFiles.method(owner, Reach.INITIALIZER, "()V");
        if (initializer == null || (field.access & Opcodes.ACC_FINAL) == 0) {
            return null;
        }
        FieldInsnNode only = null;
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
        return only == null ? null : onlySource(owner, only, 0);
    }

    /** The source of a value that an initializer's instruction takes, if it is certain. */
    private static @Nullable AbstractInsnNode onlySource(
            ClassNode owner, AbstractInsnNode at, int below) throws UnreadableException {
        MethodNode initializer = ClassFiles.method(owner, Reach.INITIALIZER, "()V");
        if (initializer == null) {
            return null;
        }
        Set<AbstractInsnNode> sources =
                Uses.in(new Reach.Method(owner, initializer)).sources(at, below);
        return sources.size() == 1 ? sources.iterator().next() : null;
    }

    /** Whether objects of a declared type, by internal name, cannot change. */
    boolean areOf(String type) throws UnreadableException {
        return unchanging(type, false, new HashSet<>());
    }

    /**
     * Whether objects of a job's class cannot change: all fields are final and of immutable types.
     *
     * @param exactly whether the object's class is exactly this class
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
        if (!exactly && !last && !(constants && bodiesUnchanging(type, asked))) {
            return false;
        }
        for (ClassNode at = type; at != null; at = files.superclass(at)) {
            if (!fieldsUnchanging(at, asked) || !rooted(at)) {
                return false;
            }
        }
        return true;
    }

    /** Whether enum constants with class bodies are also immutable. */
    private boolean bodiesUnchanging(ClassNode constants, Set<String> asked)
            throws UnreadableException {
        for (InnerClassNode nested : constants.innerClasses) {
            ClassNode body = files.find(nested.name);
            if (body != null
                    && constants.name.equals(body.superName)
                    && !fieldsUnchanging(body, asked)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the superclass has no state except what the job's own classes put there. */
    private boolean rooted(ClassNode type) throws UnreadableException {
        return type.superName == null
                || type.superName.equals("java/lang/Object")
                || type.superName.equals("java/lang/Enum")
                || type.superName.equals("java/lang/Record")
                || ConstantTypes.contains(type.superName)
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

    /** Whether a field is final or effectively final. */
    private boolean setOnce(ClassNode type, FieldNode field) throws UnreadableException {
        if ((field.access & Opcodes.ACC_FINAL) != 0) {
            return true;
        }
        if ((field.access & Opcodes.ACC_PRIVATE) == 0 || sets(type, type, field)) {
            return false;
        }
        for (InnerClassNode nested : type.innerClasses) { // nested classes see private fields
            ClassNode other = files.find(nested.name);
            if (other != null && other != type && sets(other, type, field)) {
                return false;
            }
        }
        ClassNode outer = type.nestHostClass == null ? null : files.find(type.nestHostClass);
        return outer == null || !sets(outer, type, field);
    }

    /**
     * Whether methods of {@code by}, except for constructors of the field's own class, set the
     * field.
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
