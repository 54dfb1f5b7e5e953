package io.millrace.bytecode.flow;

import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** A stream interface, with the pattern of its methods that read or write a field. */
record StreamKind(Class<?> type, Pattern fields) {

    /** Whether this calls a method of the stream that reads or writes a field. */
    boolean isField(MethodInsnNode call) {
        // Compilers also call methods of Object, such as getClass, through the interface.
        return call.getOpcode() == Opcodes.INVOKEINTERFACE
                && call.owner.equals(Type.getInternalName(type))
                && fields.matcher(call.name).matches();
    }

    /** The descriptor of a method that takes such a stream and returns nothing. */
    String descriptor() {
        return Type.getMethodDescriptor(Type.VOID_TYPE, Type.getType(type));
    }
}
