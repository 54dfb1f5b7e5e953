package io.millrace.bytecode.packages;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.file.UnreadableClassException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * A use of another class of the same package.
 *
 * @param owner the internal name of the other class
 * @param name the name of a field or method; empty for the class itself
 * @param descriptor the descriptor of the field or method
 */
record PackageUse(String owner, String name, String descriptor) {

    private static final int ELSEWHERE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    /** All uses of other classes of the package in a class. */
    static Set<PackageUse> in(ClassNode type) {
        String own = type.name.substring(0, type.name.lastIndexOf('/') + 1);
        Set<PackageUse> all = all(type);
        all.removeIf(use ->
                !use.owner.startsWith(own)
                        || use.owner.indexOf('/', own.length()) >= 0
                        || use.owner.equals(type.name));
        return all;
    }

    /** The internal names of the parameter, result and field types. */
    Set<String> exchanged() {
        Set<String> all = new HashSet<>();
        addNames(descriptor, all);
        return all;
    }

    /**
     * The internal names of all classes in a class's uses, with their parameter, result and field
     * types.
     */
    static Set<String> namesIn(ClassNode type) {
        Set<String> all = new HashSet<>();
        for (PackageUse use : all(type)) {
            all.add(use.owner);
            addNames(use.descriptor, all);
        }
        addDeclared(type, all);
        return all;
    }

    /**
     * The internal names of the types in the fields and methods of a class that are visible to its
     * subclasses.
     */
    static Set<String> shownBy(ClassNode type) {
        Set<String> all = new HashSet<>();
        type.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_PRIVATE) == 0)
                .forEach(field -> addNames(field.desc, all));
        type.methods.stream()
                .filter(method -> (method.access & Opcodes.ACC_PRIVATE) == 0)
                .forEach(method -> addNames(method.desc, all));
        return all;
    }

    private static void addNames(String descriptor, Set<String> all) {
        if (descriptor.isEmpty()) {
            return;
        }
        List<Type> types = new ArrayList<>();
        if (descriptor.startsWith("(")) {
            types.addAll(List.of(Type.getArgumentTypes(descriptor)));
            types.add(Type.getReturnType(descriptor));
        } else {
            types.add(Type.getType(descriptor));
        }
        for (Type each : types) {
            Type element = each.getSort() == Type.ARRAY ? each.getElementType() : each;
            if (element.getSort() == Type.OBJECT) {
                all.add(element.getInternalName());
            }
        }
    }

    /** All uses that the class may make, without a look at its code: more than {@link #all}. */
    static Set<PackageUse> atMost(ClassFile file) throws UnreadableClassException {
        Set<PackageUse> all = new HashSet<>();
        file.references(
                new ClassFile.References() {
                    @Override
                    public void type(String name) {
                        addClass(Type.getObjectType(name), all);
                    }

                    @Override
                    public void member(String owner, String name, String descriptor) {
                        all.add(new PackageUse(owner, name, descriptor));
                    }
                });
        return all;
    }

    /**
     * The packages of all types that the class may name, without a look at its code: more than
     * those of {@link #namesIn}.
     */
    static Set<String> packagesAtMost(ClassFile file) throws UnreadableClassException {
        Set<String> names = new HashSet<>();
        for (PackageUse use : atMost(file)) {
            names.add(use.owner);
            addNames(use.descriptor, names);
        }
        addDeclared(file.outline(), names);
        Set<String> packages = new HashSet<>();
        names.forEach(each -> packages.add(SplitPackages.packageOf(each.replace('/', '.'))));
        return packages;
    }

    private static void addDeclared(ClassNode type, Set<String> names) {
        type.fields.forEach(field -> addNames(field.desc, names));
        type.methods.forEach(method -> addNames(method.desc, names));
    }

    /** All uses of other classes in a class. */
    static Set<PackageUse> all(ClassNode type) {
        Set<PackageUse> all = new HashSet<>();
        addClass(type.superName, all);
        type.interfaces.forEach(each -> addClass(each, all));
        addClass(type.nestHostClass, all);
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode at : method.instructions) {
                add(at, all);
            }
        }
        return all;
    }

    private static void add(AbstractInsnNode at, Set<PackageUse> all) {
        if (at instanceof MethodInsnNode call) {
            all.add(new PackageUse(call.owner, call.name, call.desc));
        } else if (at instanceof FieldInsnNode access) {
            all.add(new PackageUse(access.owner, access.name, access.desc));
        } else if (at instanceof TypeInsnNode named) {
            addClass(Type.getObjectType(named.desc), all);
        } else if (at instanceof LdcInsnNode constant && constant.cst instanceof Type named) {
            addClass(named, all);
        } else if (at instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                if (argument instanceof Handle handle) {
                    all.add(new PackageUse(handle.getOwner(), handle.getName(), handle.getDesc()));
                }
            }
        }
    }

    private static void addClass(Type named, Set<PackageUse> all) {
        Type type = named.getSort() == Type.ARRAY ? named.getElementType() : named;
        if (type.getSort() == Type.OBJECT) {
            addClass(type.getInternalName(), all);
        }
    }

    private static void addClass(@Nullable String name, Set<PackageUse> all) {
        if (name != null) {
            all.add(new PackageUse(name, "", ""));
        }
    }

    /**
     * Whether only classes of its package may use the member.
     *
     * @param other the class that is used
     * @param by the class that uses it
     */
    boolean needsPackageOf(ClassNode other, ClassNode by) {
        return (other.access & Opcodes.ACC_PUBLIC) == 0
                || other.name.equals(by.nestHostClass)
                || (other.name.equals(by.superName) && overridesHidden(other, by))
                || hides(other, by);
    }

    /** Whether a class declares that field or method, and restricts access to it. */
    boolean hides(ClassNode other, ClassNode by) {
        int access = accessIn(other);
        boolean inherits = other.name.equals(by.superName);
        return access >= 0 && (access & (inherits ? ELSEWHERE : Opcodes.ACC_PUBLIC)) == 0;
    }

    /** A method that is visible only in its package is overridden only in its package. */
    private static boolean overridesHidden(ClassNode other, ClassNode by) {
        for (MethodNode hidden : other.methods) {
            boolean candidate =
                    (hidden.access & (ELSEWHERE | Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0
                            && !hidden.name.startsWith("<");
            if (candidate
                    && by.methods.stream()
                            .anyMatch(each ->
                                    each.name.equals(hidden.name)
                                            && each.desc.equals(hidden.desc))) {
                return true;
            }
        }
        return false;
    }

    /** The access flags of the field or method; -1 if that class does not declare it. */
    private int accessIn(ClassNode other) {
        for (MethodNode method : other.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return method.access;
            }
        }
        for (FieldNode field : other.fields) {
            if (field.name.equals(name) && field.desc.equals(descriptor)) {
                return field.access;
            }
        }
        return -1;
    }
}
