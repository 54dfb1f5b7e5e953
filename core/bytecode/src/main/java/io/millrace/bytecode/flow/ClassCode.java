package io.millrace.bytecode.flow;

import io.millrace.bytecode.file.ClassFile;
import java.io.IOException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A method with its class. */
record ClassCode(Class<?> type, MethodNode method) {

    /**
     * The code of a class, as compiled.
     *
     * @throws ClassNotFoundException if it cannot be found
     */
    static ClassNode read(Class<?> type) throws IOException, ClassNotFoundException {
        ClassFile file = ClassFile.of(type);
        if (file == null) {
            throw new ClassNotFoundException(type.getName());
        }
        return file.tree();
    }

    /**
     * The method that a class declares or inherits from another class; it may be abstract.
     *
     * @throws NoSuchMethodException if there is none
     */
    static ClassCode of(Class<?> type, String name, String descriptor)
            throws IOException, ReflectiveOperationException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (MethodNode method : read(at).methods) {
                if (method.name.equals(name) && method.desc.equals(descriptor)) {
                    return new ClassCode(at, method);
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    boolean isWithoutCode() {
        return method.instructions.size() == 0;
    }

    boolean isPrivate() {
        return (method.access & Opcodes.ACC_PRIVATE) != 0;
    }

    /** Whether a class of any package can override the method. */
    boolean isForAll() {
        return (method.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
    }
}
